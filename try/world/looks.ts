import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** A scene as one photo shows it. */
export interface Look {
  /** A JPEG without metadata. It fits the box of the medium rendition, so it is that too. */
  readonly pixels: Buffer;
  readonly thumb: Buffer;
  readonly width: number;
  readonly height: number;
  /** A ThumbHash, base64. */
  readonly placeholder: string;
}

/** The looks of each scene, by the scene's name. */
export type Looks = ReadonlyMap<string, readonly Look[]>;

/** A look as `draw-looks.ts` lists it, beside the files of its pixels and its thumbnail. */
export interface DrawnLook extends Pick<Look, "width" | "height" | "placeholder"> {
  readonly scene: string;
}

/**
 * Parts of a scene: their shape as width by height, how much of the scene they take, and where they lie. A tint has the
 * factor of red, the share of the next colour that is added to each, and the factor of blue.
 */
export const variants = [
  { shape: null, zoom: 1, x: 0.5, y: 0.5, isMirrored: false, tint: null },
  { shape: 2, zoom: 0.95, x: 0.5, y: 0.65, isMirrored: true, tint: [1.04, 0, 0.96] },
  { shape: 3 / 4, zoom: 0.98, x: 0.6, y: 0.5, isMirrored: false, tint: [0.97, 0.03, 1.03] },
  { shape: 3 / 2, zoom: 0.9, x: 0.5, y: 0.5, isMirrored: false, tint: null },
  { shape: 1, zoom: 0.98, x: 0.5, y: 0.5, isMirrored: true, tint: [1.06, 0.02, 0.9] },
  { shape: 4 / 5, zoom: 0.88, x: 0.4, y: 0.4, isMirrored: true, tint: [0.94, 0.06, 1.02] },
] as const;

/** The whole scene, the look with the shape of the films, and the one that fits a round face. */
export const [wholeLook, filmLook, faceLook] = [0, 3, 4];

/** The file of the nth look, or of its thumbnail, in the folder of the looks. */
export const fileOf = (folder: string, n: number, part: "pixels" | "thumb") => path.join(folder, `${n}.${part}.jpg`);
export const listOf = (folder: string) => path.join(folder, "looks.json");

const program = fileURLToPath(new URL("draw-looks.ts", import.meta.url));

/** Draws every look of every scene into `folder`, in a process of its own, because the memory that sharp takes never comes back. */
export async function makeLooks(folder: string): Promise<Looks> {
  await promisify(execFile)(process.execPath, [program, folder]);
  const drawn = JSON.parse(await readFile(listOf(folder), "utf8")) as readonly DrawnLook[];
  const looks = await Promise.all(
    drawn.map(async (look, n) => ({
      ...look,
      pixels: await readFile(fileOf(folder, n, "pixels")),
      thumb: await readFile(fileOf(folder, n, "thumb")),
    })),
  );
  return Map.groupBy(looks, ({ scene }) => scene);
}

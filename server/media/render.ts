import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { Blobs } from "../blobs/blobs.ts";
import { isDisplayP3 } from "./display-p3.ts";
import { mostPixels } from "./inspect/inspect.ts";
import { type Rendition, boxes } from "./renditions.ts";

export interface RenderTask {
  readonly id: string;
  /** The largest first: the others are made of it. */
  readonly sizes: readonly Rendition[];
  readonly type: RenditionType;
  /** Also make a ThumbHash. */
  readonly hash: boolean;
}

export type RenditionType = "image/jpeg" | "image/webp";

export interface Rendered {
  /** A ThumbHash, base64, when asked for. */
  readonly placeholder: string | null;
}

/** `undecodable`: these bytes make no picture, and never will. `missing`: there is no original. Anything else may pass. */
export class RenderFault extends Error {
  readonly fault: "undecodable" | "missing";
  constructor(fault: RenderFault["fault"], message: string) {
    super(message);
    this.fault = fault;
  }
}

sharp.cache(false);
// One thread a picture, and two pictures at a time: the same work with less overhead.
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoadSvg"] });

const seconds = 20;
const hashBox = { width: 100, height: 100, fit: "inside" } as const;

/** Makes and stores renditions of an original: upright, without any metadata, in sRGB, or Display P3 where the picture is. */
export async function render(blobs: Blobs, pixels: Slots, { id, sizes, type, hash }: RenderTask): Promise<Rendered> {
  const made = await blobs.withFile(`${id}/original`, (path) =>
    pixels(() => decode(path, sizes, type, hash).catch(explain)),
  );
  if (!made) throw new RenderFault("missing", "The original is gone");
  await Promise.all(made.pictures.map(([size, bytes]) => blobs.put(`${id}/${size}`, bytes)));
  return { placeholder: made.placeholder };
}

async function decode(path: string, sizes: readonly Rendition[], type: RenditionType, hash: boolean) {
  const original = sharp(path, { failOn: "error", limitInputPixels: mostPixels, sequentialRead: true });
  const { icc } = await original.metadata();
  const isWide = icc !== undefined && isDisplayP3(icc);
  const within = (picture: Sharp, size: Rendition) => {
    const fitted = picture.resize({ ...boxes[size], fit: "inside", withoutEnlargement: true }).timeout({ seconds });
    return isWide ? fitted.keepIccProfile() : fitted;
  };
  const [first, ...others] = sizes as [Rendition, ...Rendition[]];
  const largest = within(original.autoOrient(), first);
  // One decode feeds all: the smaller ones come from the largest, before it is compressed.
  const shared = others.length > 0 ? await largest.tiff({ compression: "none" }).toBuffer() : undefined;
  const pictures: [Rendition, Buffer][] = [];
  for (const size of sizes) {
    const picture = shared ? within(sharp(shared), size) : largest;
    pictures.push([size, await compress(picture, type, size).toBuffer()]);
  }
  const [, smallest] = pictures.at(-1)!;
  return { pictures, placeholder: hash ? await placeholderOf(smallest) : null };
}

const compress = (picture: Sharp, type: RenditionType, size: Rendition) =>
  type === "image/webp"
    ? picture.webp({ quality: 82, effort: 2 })
    : picture.jpeg({ quality: size === "thumb" ? 78 : 82 });

async function placeholderOf(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).resize(hashBox).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}

/** Want of time or memory says nothing about the file. */
function explain(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  if (/timeout|memory/i.test(message)) throw error;
  throw new RenderFault("undecodable", message);
}

/** Runs work when a place is free. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `count` at a time, in the order asked. */
export function slots(count: number): Slots {
  let free = count;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => queue.push(resolve));
    else free--;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free++;
    }
  };
}

import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { type Kind, paint } from "../../media/painter/paint.ts";
import { sceneSubjects } from "#contract/scenes.ts";
import { previewSize } from "../../platform/http/link-tags.ts";
import { type Picture, layoutOf, viewHeight } from "./layout.ts";

export interface Task {
  readonly picture: Picture;
  /** A photo in place of the drawn view, in base64. */
  readonly photo: string | null;
}

/** Draws the picture of a link as a JPEG. */
export async function draw({ picture, photo }: Task): Promise<Buffer> {
  const size = { width: previewSize.width, height: viewHeight(picture) };
  const view = photo === null ? await drawnView(picture.scene, size) : await photoView(photo, size);
  const words = Buffer.from(await paint(picture, kind));
  return sharp({ create: { ...previewSize, channels: 3, background: "#fff" } })
    .composite([
      { input: view, left: 0, top: 0 },
      { input: words, left: 0, top: 0 },
    ])
    .jpeg({ quality: 84, chromaSubsampling: "4:4:4", mozjpeg: true })
    .toBuffer();
}

const kind: Kind<Picture> = {
  sizeOf: () => previewSize,
  textOf: (picture) => (picture.kind === "squad" ? picture.name : ""),
  withoutTexts: (picture, isDrawable) =>
    picture.kind === "squad" && !isDrawable(picture.name) ? { ...picture, name: "A squad" } : picture,
  layoutOf,
};

interface Size {
  readonly width: number;
  readonly height: number;
}

const photoView = (photo: string, size: Size): Promise<Buffer> =>
  sharp(Buffer.from(photo, "base64"))
    .resize({ ...size, fit: "cover" })
    .flatten({ background: "#fff" })
    .png({ compressionLevel: 1 })
    .toBuffer();

/** A drawing fills the width, and is cut so that its subject stays in sight. */
async function drawnView(scene: string, { width, height }: Size): Promise<Buffer> {
  const svg = await drawingOf(scene);
  const whole = Math.round((width * drawn.height) / drawn.width);
  const top = Math.round(((whole - height) * (sceneSubjects[scene] ?? 50)) / 100);
  return sharp(Buffer.from(svg), { density: (72 * width) / drawn.width })
    .resize(width, whole)
    .extract({ left: 0, top, width, height })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** The size of each drawing of the sheet. */
const drawn = { width: 600, height: 450 };

/** A drawing of the sheet by itself, as it is by day. */
async function drawingOf(scene: string): Promise<string> {
  const sheet = await readFile(new URL("../../../contract/scenes.svg", import.meta.url), "utf8");
  const found = new RegExp(`^<svg class="${scene}" x="\\d+" (.*)$`, "m").exec(sheet);
  if (!found) throw new Error(`No drawing: ${scene}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${drawn.width} ${drawn.height}" ${found[1]}`;
}

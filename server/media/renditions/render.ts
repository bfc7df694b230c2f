import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import { findMended } from "../inspect/mended.ts";
import { findUnknownColours, isDisplayP3, namedPictureAsTiff } from "./named-picture.ts";
import { maxPixels } from "../inspect/structure.ts";
import { RenderFault } from "./render-fault.ts";
import type { SourceKind } from "../processes/source-kind.ts";
import { type Rendition, boxes, maxBytesOf } from "./renditions.ts";
import type { ConcurrencyLimit } from "../processes/limit-concurrency.ts";

export interface RenderTask {
  readonly id: string;
  /** The largest first: the others are made from it. */
  readonly sizes: readonly Rendition[];
  /** A stored rendition that they are made from, instead of the original. */
  readonly from?: Rendition;
  readonly type: RenditionType;
  /** How the original is decoded. */
  readonly source: SourceKind;
  /** It takes long, and must not keep other pictures waiting. */
  readonly isHeavy?: boolean;
  /** It has several frames; the larger sizes keep them. */
  readonly isAnimated: boolean;
  /** Also make a ThumbHash. */
  readonly hash: boolean;
}

export type RenditionType = "image/jpeg" | "image/webp";

export interface Rendered {
  /** A ThumbHash, base64, when asked for. */
  readonly placeholder: string | null;
  /** The size of the original as it is shown; null when it was not decoded here in full. */
  readonly shown: { readonly width: number; readonly height: number } | null;
}

sharp.cache(false);
// One thread for each picture, and two pictures at a time, have less overhead than several threads for one.
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoadSvg"] });

const seconds = 20;
const hashBox = { width: 100, height: 100, fit: "inside" } as const;

/** What `render` needs besides its task. */
export interface RenderContext {
  readonly blobs: Blobs;
  /** Limits how many pictures are decoded at the same time. */
  readonly pixels: ConcurrencyLimit;
  /** The ffmpeg program for stills of videos; null for none. */
  readonly ffmpeg: string | null;
}

/** Makes and stores renditions: upright, without metadata, in Display P3 if the original is, else in sRGB. */
export async function render({ blobs, pixels, ffmpeg }: RenderContext, task: RenderTask): Promise<Rendered> {
  const { id, from = "original" } = task;
  const made = await blobs.withFile(`${id}/${from}`, (path) => pixels(() => decode(path, task, ffmpeg).catch(explain)));
  if (!made) throw new RenderFault("missing", "The original is gone");
  await Promise.all(made.pictures.map(([size, bytes]) => blobs.put(`${id}/${size}`, bytes)));
  return { placeholder: made.placeholder, shown: from === "original" ? made.shown : null };
}

const options = { failOn: "error", limitInputPixels: maxPixels, sequentialRead: true } as const;

async function decode(path: string, task: RenderTask, ffmpeg: string | null) {
  const { sizes, type, hash, isAnimated } = task;
  const { input, isOriginal } = await inKnownColours(path, task, ffmpeg);
  const original = sharp(input, options);
  const { icc, autoOrient } = await original.metadata();
  const isWide = icc !== undefined && isDisplayP3(icc);
  const within = (picture: Sharp, size: Rendition) => {
    const fitted = picture.resize({ ...boxes[size], fit: "inside", withoutEnlargement: true }).timeout({ seconds });
    return isWide ? fitted.keepIccProfile() : fitted;
  };
  const [first, ...others] = sizes as [Rendition, ...Rendition[]];
  const largest = within(original.autoOrient(), first);
  // The original is decoded once; smaller sizes are made from the largest before it is compressed.
  const shared = others.length > 0 ? await largest.tiff({ compression: "none" }).toBuffer() : undefined;
  const pictures: [Rendition, Buffer][] = [];
  for (const size of sizes) {
    const keepsFrames = isAnimated && size !== "thumb";
    const still = shared ? within(sharp(shared), size) : largest;
    const picture = keepsFrames ? within(sharp(input, { ...options, animated: true }), size) : still;
    pictures.push([size, await compressed(picture, type, size)]);
  }
  const [, smallest] = pictures.at(-1)!;
  const shown = isOriginal ? autoOrient : null;
  return { pictures, placeholder: hash ? await placeholderOf(smallest) : null, shown };
}

/** The original, or a picture made from it, that sharp can decode and whose colours it knows. */
async function inKnownColours(path: string, { source, sizes }: RenderTask, ffmpeg: string | null) {
  if (source !== "picture") {
    const { readableSource } = await import("./render-source.ts");
    return { input: await readableSource(path, source, sizes[0]!, ffmpeg), isOriginal: false };
  }
  const file = (await findMended(path)) ?? path;
  const { icc } = await sharp(file, options).metadata();
  const colours = findUnknownColours(file, icc);
  if (!colours) return { input: file, isOriginal: true };
  return { input: await namedPictureAsTiff(file, colours, boxes[sizes[0]!], options), isOriginal: false };
}

async function compressed(picture: Sharp, type: RenditionType, size: Rendition): Promise<Buffer> {
  const maxBytes = maxBytesOf[size];
  if (maxBytes !== undefined) return compressedTo(maxBytes, picture);
  return type === "image/webp"
    ? picture.webp({ quality: 82, effort: 2 }).toBuffer()
    : picture.jpeg({ quality: size === "thumb" ? 78 : 82 }).toBuffer();
}

/** Qualities of WebP, the best first. Few photos need the second. */
const qualities = [78, 60, 40, 20, 5];

/** The picture as a WebP of at most this many bytes. Only what no quality makes small enough is larger. */
async function compressedTo(maxBytes: number, picture: Sharp): Promise<Buffer> {
  let bytes: Buffer | undefined;
  for (const quality of qualities) {
    bytes = await picture.clone().webp({ quality }).toBuffer();
    if (bytes.length <= maxBytes) break;
  }
  return bytes!;
}

async function placeholderOf(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).resize(hashBox).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}

/** Marks an error as permanent, except a lack of time or memory, which says nothing about the file. */
function explain(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  if (/timeout|memory|allocation|creating thread/i.test(message)) throw error;
  throw new RenderFault("undecodable", message);
}

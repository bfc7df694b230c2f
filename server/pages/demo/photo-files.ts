import { readFile } from "node:fs/promises";
import type { Found } from "../../media/inspect/inspect.ts";

/** What the server knows of a photo that it has inspected and rendered. */
export interface PhotoFacts {
  readonly found: Found;
  /** A ThumbHash, base64. */
  readonly placeholder: string;
}

/** The files of each photo of the demo. Each photo fits the box of the medium rendition, so it has no large one. */
export const photoParts = ["original", "medium", "thumb"] as const;
export type PhotoPart = (typeof photoParts)[number];

export const photosDir = new URL("photos/", import.meta.url);

/** The facts of all photos by name. `server/testing/prepare-demo-photos.ts` writes them and the thumbs. */
export async function readPhotoFacts(): Promise<Readonly<Record<string, PhotoFacts>>> {
  return JSON.parse(await readFile(new URL("facts.json", photosDir), "utf8")) as Record<string, PhotoFacts>;
}

export async function readPhotoPart(name: string, part: PhotoPart): Promise<Buffer> {
  if (part === "thumb") return readFile(new URL(`${name}.thumb.jpg`, photosDir));
  const original = await readFile(new URL(`${name}.jpg`, photosDir));
  return part === "original" ? original : withoutExif(original);
}

const appSegments = { first: 0xe0, exif: 0xe1, last: 0xef };

/** A copy without the EXIF segment, for a JPEG that has it among the segments at its start. The pixels stay as they are. */
function withoutExif(jpeg: Buffer): Buffer {
  for (let at = 2; ;) {
    const marker = jpeg[at + 1]!;
    if (marker < appSegments.first || marker > appSegments.last) return jpeg;
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (marker === appSegments.exif) return Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(end)]);
    at = end;
  }
}

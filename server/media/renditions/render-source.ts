import sharp from "sharp";
import { lockedFilmIn } from "../inspect/locked.ts";
import { NoDecoder, NoProgram, stillOf } from "./ffmpeg.ts";
import { fitted, openFootage, readFootage } from "./footage.ts";
import { heicAsTiff } from "./heic.ts";
import { type Rendition, boxes } from "./renditions.ts";

/** The picture of an original that the image library does not read, as a file that it does; large enough for `size`. */
export const sourceOf = async (
  path: string,
  source: "heic" | "film",
  size: Rendition,
  ffmpeg: string | null,
): Promise<Buffer> => (source === "heic" ? heicAsTiff(path, boxes[size]) : posterOf(path, ffmpeg));

async function posterOf(path: string, ffmpeg: string | null): Promise<Buffer> {
  const locked = lockedFilmIn(path);
  if (locked) return blank(fitted(locked, boxes.large.width));
  const input = openFootage(path, null);
  try {
    const facts = await readFootage(input, 0);
    const size = fitted(facts, boxes.large.width);
    if (!ffmpeg) return blank(size);
    return await stillOf(ffmpeg, path, { ...facts, ...size }).catch((error: unknown) => {
      if (error instanceof NoProgram || error instanceof NoDecoder) return blank(size);
      throw error;
    });
  } finally {
    input.dispose();
  }
}

/** Where nobody can look into a video, a plain ground of its shape stands for it. */
const blank = (size: { width: number; height: number }): Promise<Buffer> =>
  sharp({ create: { ...size, channels: 3, background: "#0e3a4a" } })
    .png()
    .toBuffer();

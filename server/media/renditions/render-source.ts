import sharp from "sharp";
import { findProtectedIn } from "../inspect/protected.ts";
import { NoDecoder, NoProgram, stillOf } from "./ffmpeg.ts";
import { fitted, openVideo, readVideoFacts } from "./video-facts.ts";
import { heicAsTiff } from "./heic.ts";
import { type Rendition, boxes } from "./renditions.ts";

/** Decodes an original that sharp cannot read into a file that it can, large enough for `size`. */
export const readableSource = async (
  path: string,
  source: "heic" | "video",
  size: Rendition,
  ffmpeg: string | null,
): Promise<Buffer> => (source === "heic" ? heicAsTiff(path, boxes[size]) : posterOf(path, ffmpeg));

async function posterOf(path: string, ffmpeg: string | null): Promise<Buffer> {
  const protectedVideo = findProtectedIn(path);
  if (protectedVideo) return blank(fitted(protectedVideo, boxes.large.width));
  const input = openVideo(path, null);
  try {
    const facts = await readVideoFacts(input, path, null);
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

/** A plain background in the shape of a video that cannot be decoded here. */
const blank = (size: { width: number; height: number }): Promise<Buffer> =>
  sharp({ create: { ...size, channels: 3, background: "#0e3a4a" } })
    .png()
    .toBuffer();

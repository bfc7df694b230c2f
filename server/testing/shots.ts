import { readFile } from "node:fs/promises";
import { jpeg } from "../media/fixtures/pictures.ts";
import type { Shot } from "../../try/stand-ins/shot.ts";

/** Makes this many different photos of a library, taken a minute apart. */
export const photosOf = (count: number, width = 300): Promise<Shot[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => ({
      id: `AP-photo_${n}-${Math.random().toString(36).slice(2)}`,
      filename: `PXL_${n}.jpg`,
      mimeType: "image/jpeg",
      createTime: new Date(Date.UTC(2026, 6, 5, 9, n)).toISOString(),
      width,
      height: 200,
      bytes: await jpeg({ width, height: 200 }),
    })),
  );

export async function videoOf(processingStatus: "READY" | "PROCESSING" = "READY"): Promise<Shot> {
  return {
    id: `AP-video-${Math.random().toString(36).slice(2)}`,
    filename: "PXL_wave.mp4",
    mimeType: "video/mp4",
    createTime: "2026-07-05T12:00:00Z",
    width: 320,
    height: 180,
    bytes: await readFile(new URL("../media/fixtures/videos/wave.mp4", import.meta.url)),
    processingStatus,
  };
}

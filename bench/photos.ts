import { stat, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import type { Bench } from "./pair.ts";
import { seededRandom } from "./seed/keys.ts";

export interface Photo {
  readonly path: string;
  readonly bytes: number;
}

const width = 4000;
const height = 3000;
/** Pixels around the picture, so that each photo can show another part of the same scene. */
const margin = 200;

/** The camera photos of this run: 100, or 20 in a quick run. */
export const cameraPhotos = ({ workspace, options }: Bench) =>
  workspace.once("photos of 3 MB", async () =>
    makePhotos(await workspace.folder("photos"), options.quick ? 20 : 100, 3),
  );

/**
 * Makes `count` different JPEGs of 12 megapixels and about `megabytes` each: sky, sea and shore with sensor noise, and a camera's
 * EXIF date.
 */
export async function makePhotos(folder: string, count: number, megabytes: 3 | 10): Promise<Photo[]> {
  const pixels = await scene();
  const photos: Photo[] = [];
  for (let n = 0; n < count; n++) {
    const raw = { width: width + margin, height: height + margin, channels: 3 } as const;
    const offset = (side: string) => Math.floor(seededRandom(side, n) * margin);
    const file = path.join(folder, `photo-${megabytes}-${n}.jpg`);
    const taken = `2026:07:${String(1 + (n % 28)).padStart(2, "0")} 12:00:${String(n % 60).padStart(2, "0")}`;
    const jpeg = await sharp(pixels, { raw })
      .extract({ left: offset("left"), top: offset("top"), width, height })
      .jpeg({ quality: megabytes === 3 ? 78 : 97, chromaSubsampling: "4:2:0" })
      .withExif({ IFD0: { Make: "Bench", Orientation: "1" }, IFD2: { DateTimeOriginal: taken } })
      .toBuffer();
    await writeFile(file, jpeg);
    photos.push({ path: file, bytes: (await stat(file)).size });
  }
  return photos;
}

/** The pixels of the scene, with its margin. */
async function scene(): Promise<Buffer> {
  const size = { width: width + margin, height: height + margin };
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  const lights = Array.from({ length: 40 }, (_, i) => {
    const [x, y, r] = [
      seededRandom(i, "x") * size.width,
      seededRandom(i, "y") * size.height,
      20 + seededRandom(i, "r") * 260,
    ];
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${Math.floor(seededRandom(i, "hue") * 360)} 60% 50%)" fill-opacity="0.35"/>`;
  });
  const land = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <linearGradient id="day" x2="0" y2="1">
      <stop stop-color="#8ecae6"/><stop offset="0.5" stop-color="#126782"/><stop offset="1" stop-color="#e9d8a6"/>
    </linearGradient>
    <rect width="100%" height="100%" fill="url(#day)"/>
    ${lights.join("")}
  </svg>`;
  return sharp({ create: { ...size, channels: 3, background: "#808080", noise } })
    .composite([{ input: Buffer.from(land), blend: "soft-light" }])
    .removeAlpha()
    .raw()
    .toBuffer();
}

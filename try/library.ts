import { readFile } from "node:fs/promises";
import type { Shot } from "./stand-ins/shot.ts";
import { withExif } from "./world/exif.ts";
import { type Looks, filmLook } from "./world/looks.ts";
import { trips } from "./world/trips.ts";

const scenes = [
  "barrel",
  "coffee",
  "cliffs",
  "palms",
  "lighthouse",
  "sardines",
  "van",
  "rainbow",
  "tide-pools",
  "last-sunset",
  "rack",
  "milky-way",
];

/** The photos and the film that everybody has in the stand-in photo library, taken on the trip that goes on. */
export async function libraryShots(looks: Looks, now: Date): Promise<Shot[]> {
  const { latitude, longitude } = trips[0]!;
  const photos = scenes.map(async (scene, i): Promise<Shot> => {
    const taken = new Date(now.getTime() - (i + 1) * 5 * 3600_000);
    const clock = taken.toISOString().slice(0, 19).replace("T", " ");
    const look = looks.get(scene)![filmLook]!;
    return {
      id: `library-${scene}`,
      filename: `PXL_${clock.replaceAll(/[-:]/g, "").replace(" ", "_")}.jpg`,
      mimeType: "image/jpeg",
      createTime: taken.toISOString(),
      width: look.width,
      height: look.height,
      bytes: await withExif(look.pixels, { camera: "Nine", clock, utcOffset: 0, latitude, longitude }),
    };
  });
  const film: Shot = {
    id: "library-film",
    filename: "PXL_film.mp4",
    mimeType: "video/mp4",
    createTime: new Date(now.getTime() - 3 * 3600_000).toISOString(),
    width: 720,
    height: 480,
    bytes: await readFile(new URL("films/duck-dive.mp4", import.meta.url)),
    processingStatus: "READY",
  };
  return [...(await Promise.all(photos)), film];
}

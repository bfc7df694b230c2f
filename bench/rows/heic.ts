import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openBlobs } from "../../server/blobs/open-blobs.ts";
import { openChild } from "../../server/media/child.ts";
import type { RenderTask, Rendered } from "../../server/media/renditions/render.ts";
import { must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { cameraPhotos } from "../photos.ts";
import { alternate } from "../rounds.ts";
import { idOf } from "../seed/keys.ts";

const run = promisify(execFile);
/** Yields the processor as our media process does. */
const politely = ["-w", "sh", "-c", 'echo 10 2>/dev/null >/proc/self/autogroup; exec nice -n 19 "$@"', "sh"];
const worker = fileURLToPath(new URL("../../server/media/worker.ts", import.meta.url));

/** All pictures of HEIC photos by the server's media process, against their decoding alone by Debian's libheif-examples; nothing without those. */
export async function measureHeic(bench: Bench): Promise<Figure[]> {
  const { place, options } = bench;
  const found = await run("heif-convert", ["--version"]).catch((error: { code?: unknown }) => error.code !== "ENOENT");
  if (!found) return [];
  const folder = await place.folder("heic");
  const photos = (await cameraPhotos(bench)).slice(0, options.quick ? 2 : 6);
  const blobs = openBlobs({ dataDir: folder });
  const ids = photos.map((_, n) => idOf("media", n));
  const files: string[] = [];
  for (const [n, photo] of photos.entries()) {
    const file = path.join(folder, `${n}.heic`);
    await run("heif-enc", ["-q", "60", "-p", "preset=ultrafast", photo.path, "-o", file]);
    await blobs.put(`${ids[n]!}/original`, createReadStream(file));
    files.push(file);
  }
  const ours = openChild<RenderTask, Rendered>({
    module: worker,
    args: ["render", JSON.stringify({ dataDir: folder, ffmpeg: null })],
    atOnce: 1,
    idleMs: 60_000,
    memoryBytes: 1536 * 1024 ** 2,
  });
  const task = { sizes: ["large", "medium", "thumb"], type: "image/jpeg", hash: true, source: "heic" } as const;
  const timed = async (work: (n: number) => Promise<unknown>) => {
    const startedAt = performance.now();
    for (const n of files.keys()) await work(n);
    return (performance.now() - startedAt) / 1000;
  };
  try {
    const sides = {
      bare: () =>
        timed((n) => run("setsid", [...politely, "heif-convert", "-q", "82", files[n]!, path.join(folder, "out.jpg")])),
      ours: () => timed((n) => ours.run({ ...task, id: ids[n]!, isAnimated: false }, { deadlineMs: 120_000 })),
    };
    await alternate(1, sides);
    const results = await alternate(options.rounds, sides);
    must((await blobs.sizeOf(`${ids[0]!}/large`)) !== null, "The media process made no picture of a HEIC");
    return [
      {
        row: 5,
        what: `${files.length} HEIC photos, heif-convert to JPEG ÷ three pictures and placeholder of ours`,
        goal: { atLeast: 0.5 },
        ratios: results.map(({ bare, ours }) => bare / ours),
      },
    ];
  } finally {
    await ours.stop(0);
  }
}

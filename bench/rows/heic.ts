import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openBlobs, blobEnvironment } from "../../server/platform/blobs/open-blobs.ts";
import { openChild } from "../../server/media/processes/child.ts";
import type { RenderTask, Rendered } from "../../server/media/renditions/render.ts";
import { must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { cameraPhotos } from "../photos.ts";
import { commandOf, cpuSeconds, processTree, hasProc, peakDuring } from "../proc.ts";
import { alternate } from "../rounds.ts";
import { idOf } from "../seed/keys.ts";

const run = promisify(execFile);
/** Runs a command at the low priority of our media process. */
const atLowPriority = ["-w", "sh", "-c", 'echo 10 2>/dev/null >/proc/self/autogroup; exec nice -n 19 "$@"', "sh"];
const worker = fileURLToPath(new URL("../../server/media/worker.ts", import.meta.url));

const ourselves = () => process.pid;
/** The descendants of this process that decode. */
const converters = () => processTree([process.pid]).filter((pid) => commandOf(pid).startsWith("heif-convert"));

/** Compares all renditions of HEIC photos by our media process with decoding alone by Debian's libheif-examples. No figures without that package. */
export async function measureHeic(bench: Bench): Promise<Figure[]> {
  const { workspace, options } = bench;
  const found = await run("heif-convert", ["--version"]).catch((error: { code?: unknown }) => error.code !== "ENOENT");
  if (!found) return [];
  const folder = await workspace.folder("heic");
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
    args: ["render", JSON.stringify({ ffmpeg: null })],
    env: blobEnvironment({ dataDir: folder }),
    atOnce: 1,
    idleMs: 60_000,
    memoryBytes: 1536 * 1024 ** 2,
  });
  const task = { sizes: ["large", "medium", "thumb"], type: "image/jpeg", hash: true, source: "heic" } as const;
  const used = (pid: number | undefined) => (pid === undefined ? Number.NaN : cpuSeconds([pid]));
  const timed = async (pid: () => number | undefined, work: (n: number) => Promise<unknown>) => {
    const before = used(pid());
    const startedAt = performance.now();
    for (const n of files.keys()) await work(n);
    return { seconds: (performance.now() - startedAt) / 1000, cpu: used(pid()) - before };
  };
  try {
    const sides = {
      bare: () =>
        // The time of ended children counts as this process's.
        timed(ourselves, (n) =>
          run("setsid", [...atLowPriority, "heif-convert", "-q", "82", files[n]!, path.join(folder, "out.jpg")]),
        ),
      ours: () =>
        timed(
          () => ours.pid,
          (n) => ours.run({ ...task, id: ids[n]!, isAnimated: false }, { deadlineMs: 120_000 }),
        ),
    };
    await alternate(1, sides);
    const peaks = hasProc && {
      bare: await peakDuring(converters, sides.bare),
      ours: await peakDuring(() => [ours.pid], sides.ours),
    };
    const results = await alternate(options.rounds, sides);
    must((await blobs.sizeOf(`${ids[0]!}/large`)) !== null, "The media process made no picture of a HEIC");
    return [
      {
        row: 5,
        what: `${files.length} HEIC photos, heif-convert to JPEG ÷ three pictures and placeholder of ours`,
        goal: { atLeast: 0.5 },
        ratios: results.map(({ bare, ours }) => bare.seconds / ours.seconds),
        byCpu: hasProc ? results.map(({ bare, ours }) => bare.cpu / ours.cpu) : undefined,
      },
      ...(peaks
        ? [
            {
              row: 5,
              what: "peak memory over HEIC ÷ heif-convert's",
              goal: { atMost: 4 },
              ratios: [peaks.ours / peaks.bare],
            },
          ]
        : []),
    ];
  } finally {
    await ours.stop(0);
  }
}

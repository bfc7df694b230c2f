import { fork } from "node:child_process";
import { createReadStream } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { openBlobs, blobEnvironment } from "../../server/platform/blobs/open-blobs.ts";
import { openChild } from "../../server/media/processes/child.ts";
import type { RenderTask, Rendered } from "../../server/media/renditions/render.ts";
import { must } from "../answers.ts";
import type { ThumbnailJob } from "../bare/thumbnails.ts";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { cameraPhotos } from "../photos.ts";
import { cpuSeconds, hasProc, peakDuring } from "../proc.ts";
import { disconnect, sendMessage } from "../programs.ts";
import { alternate } from "../rounds.ts";
import { idOf } from "../seed/keys.ts";

const worker = fileURLToPath(new URL("../../server/media/worker.ts", import.meta.url));
const type = "image/jpeg";

/** Compares thumbnails and placeholders by our media process, with tasks as the server sends them, with bare sharp. */
export async function measureThumbnails(bench: Bench): Promise<Figure[]> {
  const { workspace, options } = bench;
  const folder = await workspace.folder("thumbnails");
  const photos = await cameraPhotos(bench);
  const files = photos.map((photo) => photo.path);
  const blobs = openBlobs({ dataDir: folder });
  const ids = files.map((_, n) => idOf("media", n));
  for (const [n, id] of ids.entries()) await blobs.put(`${id}/original`, createReadStream(files[n]!));

  const bare = fork(path.join(import.meta.dirname, "../bare/thumbnails.ts"), { detached: true });
  const ours = openChild<RenderTask, Rendered>({
    module: worker,
    args: ["render", JSON.stringify({ ffmpeg: null })],
    env: blobEnvironment({ dataDir: folder }),
    atOnce: 6,
    idleMs: 60_000,
    memoryBytes: 1024 ** 3,
  });
  const render = async (id: string) => {
    const { placeholder } = await ours.run(
      { id, sizes: ["thumb"], type, hash: true, source: "picture", isAnimated: false },
      { deadlineMs: 120_000 },
    );
    must(placeholder !== null, "A photo got no placeholder");
  };
  const sides = {
    bare: () =>
      cost(bare.pid, async () => {
        const job: ThumbnailJob = { files, folder, type };
        const { failure } = await sendMessage<{ failure?: string }>(bare, job);
        must(failure === undefined, `Bare sharp failed: ${failure}`);
      }),
    ours: () => cost(ours.pid, () => Promise.all(ids.map(render))),
  };
  try {
    await alternate(1, sides);
    const results = await alternate(options.rounds, sides);
    const peaks = hasProc && {
      bare: await peakDuring(() => [bare.pid], sides.bare),
      ours: await peakDuring(() => [ours.pid], sides.ours),
    };
    await check(path.join(folder, "0"), (await blobs.open(`${ids[0]!}/thumb`))?.body);
    return [
      {
        row: 5,
        what: `${files.length} grid pictures and placeholders, bare sharp ÷ media process`,
        goal: { atLeast: 0.9 },
        ratios: results.map(({ bare, ours }) => bare.seconds / ours.seconds),
        byCpu: hasProc ? results.map(({ bare, ours }) => bare.cpu / ours.cpu) : undefined,
      },
      ...(peaks
        ? [
            {
              row: 5,
              what: "peak memory of the media process ÷ bare sharp's",
              goal: { atMost: 1.5 },
              ratios: [peaks.ours / peaks.bare],
            },
          ]
        : []),
    ];
  } finally {
    await disconnect(bare);
    await ours.stop(0);
  }
}

/** The elapsed seconds of `work`, and the processor seconds of a process. */
async function cost(pid: number | undefined, work: () => Promise<unknown>): Promise<{ seconds: number; cpu: number }> {
  const used = () => (pid === undefined ? Number.NaN : cpuSeconds([pid]));
  const before = used();
  const startedAt = performance.now();
  await work();
  return { seconds: (performance.now() - startedAt) / 1000, cpu: used() - before };
}

/** Throws unless both made a picture of the same size and format. */
async function check(bareFile: string, ours: unknown): Promise<void> {
  must(Buffer.isBuffer(ours), "The media process made no grid picture");
  const [one, other] = [await sharp(bareFile).metadata(), await sharp(ours).metadata()];
  const same = one.width === other.width && one.height === other.height && one.format === other.format;
  must(same && one.height === 400, "The two did not make the same picture");
}

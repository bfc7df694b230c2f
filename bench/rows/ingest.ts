import { fork } from "node:child_process";
import path from "node:path";
import { must } from "../answers.ts";
import type { ThumbnailJob } from "../bare/thumbnails.ts";
import type { Figure } from "../figure.ts";
import type { UploadJob } from "../load/uploader.ts";
import { timeToScreen } from "../load/watcher.ts";
import type { Bench } from "../pair.ts";
import { cameraPhotos } from "../photos.ts";
import { type BenchDatabase, withClient } from "../workspace.ts";
import { cpuSeconds, hasProc, peakDuring } from "../proc.ts";
import { disconnect, startBare, startLoad, startOurs, sendMessage } from "../programs.ts";
import { alternate, median } from "../rounds.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { untilMade, untilShown, uploadSite, uploader } from "./uploads.ts";

const connections = 6;
const root = path.resolve(import.meta.dirname, "..");

/** Measures photos from the first byte sent to the last thumbnail served, how this slows other requests, and how soon a friend sees a photo. */
export async function measureIngest(bench: Bench): Promise<Figure[]> {
  const { workspace, options } = bench;
  const rounds = Math.min(options.rounds, 9);
  const photos = await cameraPhotos(bench);
  const files = photos.map((photo) => photo.path);
  const site = await uploadSite(bench, "ingest");
  const filesDir = await workspace.folder("ingest-files");
  const started: (() => Promise<void>)[] = [];
  const sender = fork(path.join(root, "load/uploader.ts"));
  const thumbs = fork(path.join(root, "bare/thumbnails.ts"), { detached: true });
  started.push(...[sender, thumbs].map((child) => () => disconnect(child)));
  try {
    const bare = await startBare({ DATABASE_URL: site.url, FILES_DIR: filesDir });
    started.push(bare.stop);
    const ours = await startOurs({ DATABASE_URL: site.url, DATA_DIR: await workspace.folder("ingest-data") });
    started.push(ours.stop);
    const load = startLoad();
    started.push(load.stop);

    const send = async (port: number, some: readonly string[], to: UploadJob["to"]) => {
      const { failure } = await sendMessage<{ failure?: string }>(sender, { port, files: some, connections, to });
      must(failure === undefined, `The upload failed: ${failure}`);
    };
    const bareThumbs = async (some: readonly string[]) => {
      const job: ThumbnailJob = { files: some, folder: filesDir, type: "image/jpeg" };
      const { failure } = await sendMessage<{ failure?: string }>(thumbs, job);
      must(failure === undefined, `Bare sharp failed: ${failure}`);
    };
    let trip = 0;
    const intoTrip = () => ({ tripId: idOf("trip", ++trip), token: tokenOf(uploader) });
    const ingest = async () => {
      await send(ours.port, files, intoTrip());
      await untilShown(site, trip, files.length);
    };
    const bareIngest = async () => {
      await send(bare.port, files, { bare: "files" });
      await bareThumbs(files);
    };
    const all = {
      bare: () => cost([bare.pid, thumbs.pid!, sender.pid!], bareIngest),
      ours: async () => {
        const spent = await cost([ours.pid, site.postmaster, sender.pid!], async () => {
          await ingest();
          await fetchThumbs(ours.port, site, trip);
        });
        await untilMade(site, trip, files.length);
        return spent;
      },
    };
    await alternate(1, all);
    const visible = await alternate(rounds, all);

    const dashboards = async (forMs: number) =>
      load.run({
        port: ours.port,
        requests: [{ method: "GET", path: "/api/dashboard", token: tokenOf(9) }],
        connections: 2,
        forMs,
        expect: { status: 200, bytes: 1000 },
      });
    const during = async (work: () => Promise<void>) => {
      const done = work();
      const outcome = await dashboards(Math.max(options.roundMs, 1500));
      await done;
      return outcome;
    };
    const state = {
      quiet: () => dashboards(options.roundMs),
      busy: () => during(ingest).finally(() => untilMade(site, trip, files.length)),
      // The slowdown that any server on these cores would have.
      besideBare: () => during(bareIngest),
    };
    const calm = await alternate(rounds, state);
    const rate = ({ answers, seconds }: { answers: number; seconds: number }) => answers / seconds;

    const one = (n: number) => files[n % files.length]!;
    const screen = {
      bare: (round: number) =>
        timeToScreen({ port: bare.port, file: one(round), to: { bare: true } }, () => bareThumbs([one(round)])),
      ours: (round: number) =>
        timeToScreen({ port: ours.port, file: one(round), to: intoTrip(), watcher: tokenOf(uploader) }),
    };
    await alternate(1, screen);
    const seen = await alternate(Math.min(2 * rounds, 16), screen);

    const peaks = hasProc && {
      bare: await peakDuring(() => [bare.pid, thumbs.pid], bareIngest),
      ours: await peakDuring(() => [ours.pid], ingest),
    };
    return [
      {
        row: 7,
        what: `${files.length} photos of 3 MB, first byte sent to last small picture served ÷ bare PUT, then bare sharp`,
        goal: { atMost: 1.25 },
        ratios: visible.map(({ bare, ours }) => ours.seconds / bare.seconds),
        byCpu: hasProc ? visible.map(({ bare, ours }) => ours.cpu / bare.cpu) : undefined,
      },
      {
        row: 7,
        what: "last byte sent to the picture on another person's screen ÷ bare PUT and sharp",
        goal: { atMost: 2 },
        ratios: seen.map(({ bare, ours }) => ours / bare),
      },
      ...(peaks
        ? [
            {
              row: 7,
              what: "peak memory of all processes meanwhile ÷ bare's",
              goal: { atMost: 2.5 },
              ratios: [peaks.ours / peaks.bare],
            },
          ]
        : []),
      {
        row: 8,
        what: "dashboards during an ingest ÷ when it is quiet, answers a second",
        // Beside the bare ingest they come to 0.8 to 0.9.
        goal: null,
        ratios: calm.map(({ quiet, busy }) => rate(busy) / rate(quiet)),
      },
      {
        row: 8,
        what: "the same ÷ while the bare server and bare sharp take in the same photos",
        goal: { atLeast: 0.8 },
        ratios: calm.map(({ besideBare, busy }) => rate(busy) / rate(besideBare)),
      },
      {
        row: 8,
        what: "dashboards during an ingest, 99th percentile ÷ when it is quiet",
        goal: { atMost: 3 },
        ratios: [median(calm.map(({ busy }) => busy.p99)) / median(calm.map(({ quiet }) => quiet.p99))],
      },
    ];
  } finally {
    for (const stop of started.toReversed()) await stop();
  }
}

/** The elapsed seconds of `work`, and the processor seconds of these processes and their descendants. */
async function cost(roots: readonly number[], work: () => Promise<unknown>): Promise<{ seconds: number; cpu: number }> {
  const before = cpuSeconds(roots);
  const startedAt = performance.now();
  await work();
  return { seconds: (performance.now() - startedAt) / 1000, cpu: cpuSeconds(roots) - before };
}

async function fetchThumbs(port: number, site: BenchDatabase, trip: number): Promise<void> {
  const { rows } = await withClient(site.url, (client) =>
    client.query<{ id: string }>("select id from media where trip_id = $1", [idOf("trip", trip)]),
  );
  const waiting = rows.values();
  const lane = async () => {
    for (const { id } of waiting) {
      const reply = await fetch(`http://127.0.0.1:${port}/objects/${id}?size=thumb`, {
        headers: { cookie: `session=${tokenOf(uploader)}` },
      });
      must(reply.status === 200 && (await reply.arrayBuffer()).byteLength > 1000, "A small picture was not served");
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
}

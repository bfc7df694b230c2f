import { execFile, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFile, copyFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { cuePoints, emptyExtents, manyTracks, webmOf } from "../../server/media/fixtures/costly-files.ts";
import { must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { UploadJob } from "../load/uploader.ts";
import type { Bench } from "../pair.ts";
import { cameraPhotos } from "../photos.ts";
import { disconnect, sendMessage, startOurs } from "../programs.ts";
import { alternate } from "../rounds.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { type BenchDatabase, withClient } from "../workspace.ts";
import { uploadSite, uploader } from "./uploads.ts";

const run = promisify(execFile);
const stranger = 5;
const floodConnections = 4;
const longFilms = 30;
/** The trip of the uploader, and one of the stranger. */
const [trip, strangersTrip] = [1, stranger];

/** Measures how long a photo and a clip take while a stranger sends costly files and long films. */
export async function measureStrangers(bench: Bench): Promise<Figure[]> {
  const { workspace, options } = bench;
  const rounds = Math.min(options.rounds, 9);
  const photos = (await cameraPhotos(bench)).map((photo) => photo.path);
  const folder = await workspace.folder("strangers");
  const site = await uploadSite(bench, "strangers");
  const sender = fork(path.join(import.meta.dirname, "../load/uploader.ts"));
  const ours = await startOurs({
    DATABASE_URL: site.url,
    DATA_DIR: path.join(folder, "data"),
    // The limits are what this row measures.
    RATE_LIMITS: "on",
  });
  const { port } = ours;
  const send = async (files: readonly string[], person = uploader, into = trip): Promise<number> => {
    const to = { tripId: idOf("trip", into), token: tokenOf(person) };
    const job: UploadJob = { port, files, connections: 1, to };
    const { seconds, failure } = await sendMessage<{ seconds?: number; failure?: string }>(sender, job);
    must(seconds !== undefined, `The upload failed: ${failure}`);
    return seconds;
  };
  /** A copy, because the same bytes twice in a trip are one photo. */
  const anew = async (file: string) => {
    const copy = path.join(folder, randomUUID());
    await copyFile(file, copy);
    await appendFile(copy, Buffer.concat([Buffer.from([0, 0, 0, 44]), Buffer.from(`free${randomUUID()}`)]));
    return copy;
  };
  try {
    const costly = [emptyExtents(60), emptyExtents(400), manyTracks(40_000), webmOf(cuePoints(1_000_000))];
    const photo = async (n: number) => send([await anew(photos[n % photos.length]!)]);
    const sides = {
      alone: photo,
      beside: async (n: number) => {
        const end = flood(port, costly);
        await sleep(500);
        const seconds = await photo(n);
        await end();
        return seconds;
      },
    };
    await alternate(1, sides);
    const waits = await alternate(rounds, sides);
    const figures: Figure[] = [
      {
        row: 19,
        what: "a photo while a stranger sends costly files ÷ the same photo alone",
        goal: { atMost: 2 },
        ratios: waits.map(({ alone, beside }) => beside / alone),
      },
    ];
    const [film, clip] = await Promise.all([video(folder, 600), video(folder, 3)]);
    if (film === null || clip === null) return figures;
    const playable = async () => {
      const startedAt = performance.now();
      await send([await anew(clip)]);
      await untilPlayable(site, trip);
      return (performance.now() - startedAt) / 1000;
    };
    await playable();
    const alone = [await playable(), await playable(), await playable()];
    await send(await Promise.all(Array.from({ length: longFilms }, () => anew(film))), stranger, strangersTrip);
    const beside = [await playable(), await playable(), await playable()];
    return [
      ...figures,
      {
        row: 19,
        what: `a clip of 3 s until it plays, while ${longFilms} films of a stranger wait ÷ the same clip alone`,
        goal: { atMost: 3 },
        ratios: alone.map((seconds, n) => beside[n]! / seconds),
      },
    ];
  } finally {
    await ours.stop();
    await disconnect(sender);
  }
}

/** Sends these files again and again, until the returned function is called. */
function flood(port: number, files: readonly Buffer[]): () => Promise<void> {
  const over = new AbortController();
  const cookie = `session=${tokenOf(stranger)}`;
  const lane = async (first: number) => {
    for (let n = first; !over.signal.aborted; n++) {
      const address = await fetch(`http://127.0.0.1:${port}/api/objects/upload`, {
        method: "POST",
        headers: { cookie },
      });
      const { uploadURL } = (await address.json()) as { uploadURL: string };
      const body = new Uint8Array(files[n % files.length]!);
      const reply = await fetch(`http://127.0.0.1:${port}${uploadURL}`, { method: "PUT", headers: { cookie }, body });
      must(reply.status === 422 || reply.status === 429, `A costly file was answered ${reply.status}`);
    }
  };
  const lanes = Promise.all(Array.from({ length: floodConnections }, (_, n) => lane(n)));
  return async () => {
    over.abort();
    await lanes;
  };
}

/** A small film of this length that has to be transcoded; null without ffmpeg. */
async function video(folder: string, seconds: number): Promise<string | null> {
  const file = path.join(folder, `${seconds}.mp4`);
  const picture = ["-f", "lavfi", "-i", `testsrc2=size=320x180:rate=5:duration=${seconds}`];
  return run("ffmpeg", ["-loglevel", "error", ...picture, ..."-c:v mpeg4 -b:v 60k".split(" "), file]).then(
    () => file,
    (error: { code?: unknown }) => {
      if (error.code === "ENOENT") return null;
      throw error;
    },
  );
}

async function untilPlayable(site: BenchDatabase, of: number): Promise<void> {
  const state = "select count(*)::int as left from media where trip_id = $1 and playback = 'processing'";
  await withClient(site.url, async (client) => {
    while ((await client.query<{ left: number }>(state, [idOf("trip", of)])).rows[0]!.left > 0) await sleep(30);
  });
}

import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { UploadJob } from "../load/uploader.ts";
import { type Bench, runBoth } from "../pair.ts";
import { type Photo, cameraPhotos, makePhotos } from "../photos.ts";
import { type BenchDatabase, withClient } from "../workspace.ts";
import { cpuSeconds, hasProc } from "../proc.ts";
import { disconnect, sendMessage } from "../programs.ts";
import { alternate } from "../rounds.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";
import { seedSquads } from "../seed/squads.ts";

/** A browser sends this many files at a time. */
const connections = 6;
export const uploader = 3;
/** The process that makes renditions meanwhile. Its time does not count, because the baseline makes none. */
const renderProcess = "worker.ts render";
/** They have forty trips. Each round uploads to the next one. */
const people = 16;

/**
 * Compares photos from the request for an upload address to the registered row, hashed, inspected and flushed, with the same bytes
 * written to files and flushed, and with a server that also hashes them and writes a row. Renditions are made meanwhile, as always; the
 * next round waits for them.
 */
export async function measureUploads(bench: Bench): Promise<Figure[]> {
  const { quick } = bench.options;
  const rounds = Math.min(bench.options.rounds, 9);
  const many = await cameraPhotos(bench);
  const large = await makePhotos(await bench.workspace.folder("photos"), quick ? 4 : 10, 10);
  const site = await uploadSite(bench, "uploads");
  const load = fork(path.join(import.meta.dirname, "../load/uploader.ts"));
  try {
    return await runBoth(bench, site, async ({ bare, ours }) => {
      const send = async (port: number, photos: readonly Photo[], to: UploadJob["to"], piece?: number) => {
        const files = photos.map((photo) => photo.path);
        const job: UploadJob = { port, files, connections, to, ...(piece && { piece }) };
        const roots = [load.pid!, site.postmaster, "bare" in to ? bare.pid : ours.pid];
        const before = cpuSeconds(roots, renderProcess);
        const { seconds, failure } = await sendMessage<{ seconds?: number; failure?: string }>(load, job);
        must(seconds !== undefined, `The upload failed: ${failure}`);
        return { seconds, cpu: cpuSeconds(roots, renderProcess) - before };
      };
      let trip = 0;
      const compare = async (
        photos: readonly Photo[],
        what: string,
        goals: { readonly plain: Figure["goal"]; readonly noted: Figure["goal"] },
        piece?: number,
      ): Promise<Figure[]> => {
        const sides = {
          plain: () => send(bare.port, photos, { bare: "files" }),
          noted: () => send(bare.port, photos, { bare: "noted" }),
          ours: async () => {
            trip++;
            const to = { tripId: idOf("trip", trip), token: tokenOf(uploader) };
            const sent = await send(ours.port, photos, to, piece);
            await untilMade(site, trip, photos.length);
            return sent;
          },
        };
        await alternate(1, sides);
        const results = await alternate(rounds, sides);
        await checkOriginal(ours.port, site, trip, photos);
        const figure = (baseline: string, side: "plain" | "noted"): Figure => ({
          row: 6,
          what: `${what}, ${baseline} ÷ upload`,
          goal: goals[side],
          ratios: results.map((round) => round[side].seconds / round.ours.seconds),
          byCpu: hasProc ? results.map((round) => round[side].cpu / round.ours.cpu) : undefined,
        });
        return [
          figure("bare raw PUT with fsync", "plain"),
          figure("bare PUT that also hashes and writes a row", "noted"),
        ];
      };
      return [
        ...(await compare(many, `${many.length} photos of 3 MB`, { plain: { atLeast: 0.6 }, noted: null })),
        // The second baseline is itself slower than 0.85 of the first.
        ...(await compare(large, `${large.length} photos of 10 MB`, { plain: null, noted: { atLeast: 0.85 } })),
        ...(await compare(
          large,
          "the same, uploaded in pieces of 4 MB, each flushed",
          { plain: { atLeast: 0.7 }, noted: null },
          4 * 1024 * 1024,
        )),
      ];
    });
  } finally {
    await disconnect(load);
  }
}

/** Sixteen people with forty trips; the uploader is in the crew of all. */
export const uploadSite = ({ workspace }: Bench, name: string): Promise<BenchDatabase> =>
  workspace.database(name, async (client) => {
    await seedPeople(client, people);
    await seedSquads(client, people, 0);
    await client.query(
      `insert into trip_members (id, trip_id, user_id)
       select gen_random_uuid(), t.id, $1 from trips t
       where not exists (select from trip_members m where m.trip_id = t.id and m.user_id = $1)`,
      [idOf("user", uploader)],
    );
    await client.query("create table bare_files (name text primary key, sha256 bytea not null)");
  });

/** Waits until each photo of the trip has its thumbnail. Throws when one fails. */
export async function untilShown(site: BenchDatabase, trip: number, count: number): Promise<void> {
  await withClient(site.url, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ state: string; count: number }>(
        "select state, count(*)::int from media where trip_id = $1 group by state",
        [idOf("trip", trip)],
      );
      const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
      must(of("failed") === 0, `${of("failed")} uploaded photos could not be shown`);
      if (of("ready") === count) return;
      must(of("ready") + of("processing") === count, `${count} photos were uploaded, and the trip has others`);
      await sleep(30);
    }
  });
}

/** Waits until the larger renditions are made too and no media job is left. */
export async function untilMade(site: BenchDatabase, trip: number, count: number): Promise<void> {
  await untilShown(site, trip, count);
  await withClient(site.url, async (client) => {
    const jobs = "select count(*)::int as left from jobs.job where name like 'media-%' and state < 'completed'";
    while ((await client.query<{ left: number }>(jobs)).rows[0]!.left > 0) await sleep(30);
  });
}

/** Throws unless the first and the last original come back byte for byte. */
async function checkOriginal(port: number, site: BenchDatabase, trip: number, photos: readonly Photo[]): Promise<void> {
  const ids = await withClient(site.url, (client) =>
    client.query<{ id: string; file_name: string }>("select id, file_name from media where trip_id = $1", [
      idOf("trip", trip),
    ]),
  );
  for (const n of [0, photos.length - 1]) {
    const id = ids.rows.find((row) => row.file_name === `IMG_${n}.jpg`)?.id;
    const response = await fetch(`http://127.0.0.1:${port}/objects/${id}`, {
      headers: { cookie: `session=${tokenOf(uploader)}` },
    });
    const sent = await readFile(photos[n]!.path);
    must(
      response.status === 200 && sha256(Buffer.from(await response.arrayBuffer())) === sha256(sent),
      "An original did not come back as it was sent",
    );
  }
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

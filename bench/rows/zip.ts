import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import { must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { cpuSeconds, hasProc } from "../proc.ts";
import { type Program, startBare, startOurs } from "../programs.ts";
import { alternate } from "../rounds.ts";
import { idOf } from "../seed/keys.ts";
import { askForZip, growthDuring, timeDownload } from "../zips.ts";
import { seedPeople } from "../seed/people.ts";
import { seedPhotosSql, seedSquads } from "../seed/squads.ts";

const people = 16;
const photoBytes = 4 * 1024 * 1024;
const megabyte = 1024 * 1024;

/** Compares a trip's zip with a file of the same size from the bare server, and measures how much our server's memory grows. */
export async function measureZip({ workspace, options }: Bench): Promise<Figure[]> {
  const count = options.quick ? 60 : 250;
  const rounds = Math.min(options.rounds, 9);
  const dataDir = await workspace.folder("zip-data");
  const filesDir = await workspace.folder("zip-files");
  const bytes = randomBytes(photoBytes);
  const site = await workspace.database("zip", async (client) => {
    await seedPeople(client, people);
    await seedSquads(client, people, 0);
    await client.query(seedPhotosSql(count, "1", "1 + n % 8"));
    await client.query(`update media set file_size = ${photoBytes}, crc32 = ${crc32(bytes)}`);
  });
  for (let n = 1; n <= count; n++) {
    const id = idOf("media", n);
    const folder = path.join(dataDir, "blobs", id.slice(-2));
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `${id}.original`), bytes);
  }
  const started: Program[] = [];
  try {
    const bare = await startBare({ DATABASE_URL: site.url, FILES_DIR: filesDir });
    started.push(bare);
    const ours = await startOurs({ DATABASE_URL: site.url, DATA_DIR: dataDir });
    started.push(ours);
    const { url, size } = await askForZip(ours.port);
    must(size > count * photoBytes, "The zip is shorter than its photos");
    await writeFile(path.join(filesDir, "album"), filler(size));
    const read = async ({ pid, port }: Program, from: string) => {
      const roots = [pid, site.postmaster];
      const before = cpuSeconds(roots);
      return { wall: await timeDownload(port, from, size), cpu: cpuSeconds(roots) - before };
    };
    const sides = { bare: () => read(bare, "/files/album"), ours: () => read(ours, url) };
    await alternate(1, sides);
    const results = await alternate(rounds, sides);
    const growth = await growthDuring(ours, () => timeDownload(ours.port, url, size));
    const byCpu = results.map(({ bare, ours }) => bare.cpu / ours.cpu);
    return [
      {
        row: 9,
        what: `zip of ${count} photos of 4 MB, bare file pipe ÷ ours`,
        goal: { atLeast: 0.9 },
        ratios: results.map(({ bare, ours }) => bare.wall / ours.wall),
        byCpu: hasProc ? byCpu : undefined,
      },
      ...(hasProc
        ? [
            {
              row: 9,
              what: "memory it grows by meanwhile, of 32 MB",
              goal: { atMost: 1 },
              ratios: [growth / (32 * megabyte)],
            },
          ]
        : []),
    ];
  } finally {
    for (const program of started.toReversed()) await program.stop();
    await Promise.all([dataDir, filesDir].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

function* filler(size: number): Generator<Buffer> {
  const piece = Buffer.alloc(megabyte, 1);
  for (let left = size; left > 0; left -= megabyte) yield left < megabyte ? piece.subarray(0, left) : piece;
}

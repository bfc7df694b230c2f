import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import { must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { hasProc } from "../proc.ts";
import { startOurs } from "../programs.ts";
import { idOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";
import { seedPhotosSql, seedSquads } from "../seed/squads.ts";
import { askForZip, growthDuring, readRange, timeDownload } from "../zips.ts";

const count = 80;
const megabyte = 1024 * 1024;
const videoBytes = 256 * megabyte;
/** Bytes to compare in the middle of the zip and at its end, where its directory is. */
const rangeBytes = 3 * megabyte;

/** Measures how much the server's memory grows while it sends a zip of twenty gigabytes, and checks ranges of the zip. */
export async function measureLargeZip({ workspace, options }: Bench): Promise<Figure[]> {
  if (!options.large || !hasProc) return [];
  const dataDir = await workspace.folder("large-zip");
  for (let n = 1; n <= count; n++) await sparse(path.join(dataDir, "blobs"), n);
  const site = await workspace.database("large_zip", async (client) => {
    await seedPeople(client, 16);
    await seedSquads(client, 16, 0);
    await client.query(seedPhotosSql(count, "1", "1 + n % 8"));
    await client.query(`update media set file_size = ${videoBytes}`);
  });
  const ours = await startOurs({ DATABASE_URL: site.url, DATA_DIR: dataDir });
  try {
    const { url, size } = await askForZip(ours.port);
    must(size > count * videoBytes, "The zip is shorter than its videos");
    // The first download allocates what later ones reuse.
    await readRange(ours.port, url, 0, 64 * megabyte);
    const growth = await growthDuring(ours, () => timeDownload(ours.port, url, size));
    const middle = Math.floor(size / 2);
    await mustAgree(ours.port, url, middle, Math.min(size, middle + rangeBytes));
    await mustAgree(ours.port, url, size - rangeBytes, size);
    return [
      {
        row: 9,
        what: "memory it grows by while 20 GB go out, of 32 MB",
        goal: { atMost: 1 },
        ratios: [growth / (32 * megabyte)],
      },
    ];
  } finally {
    await ours.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Makes a sparse original that takes no disk space: zeros, with its number at its beginning, middle and end. */
async function sparse(root: string, n: number): Promise<void> {
  const id = idOf("media", n);
  const folder = path.join(root, id.slice(-2));
  await mkdir(folder, { recursive: true });
  const file = await open(path.join(folder, `${id}.original`), "w");
  const mark = Buffer.from(`video ${n}`.padEnd(16));
  for (const at of [0, videoBytes / 2, videoBytes - mark.length]) await file.write(mark, 0, mark.length, at);
  await file.close();
}

/** Throws unless a range has the same bytes as three smaller ranges joined. */
async function mustAgree(port: number, url: string, from: number, to: number): Promise<void> {
  const whole = await readRange(port, url, from, to - 1);
  const third = Math.floor(whole.length / 3);
  const pieces = [
    await readRange(port, url, from, from + third - 1),
    await readRange(port, url, from + third, from + 2 * third),
    await readRange(port, url, from + 2 * third + 1, to - 1),
  ];
  must(whole.length === to - from && crc32(whole) === crc32(Buffer.concat(pieces)), `The bytes from ${from} on differ`);
}

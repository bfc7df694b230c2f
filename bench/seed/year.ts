import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import pMap from "p-map";
import type pg from "pg";
import sharp from "sharp";
import { seedVotes } from "./awards.ts";
import { idOf } from "./keys.ts";
import { seedPeople } from "./people.ts";
import { seedPhotosSql, seedSquads } from "./squads.ts";

/** A site after a year: 100 squads of eight, each with ten trips, votes in a fifth of them, and photos. */
const people = 400;
const trips = 1000;
const votedTrips = 200;
const smallBytes = 50_000;
const largeBytes = 4_000_000;

interface Year {
  /** Photos of 50 kB. */
  readonly small: number;
  /** Photos as phones take them, of 4 MB. */
  readonly large: number;
}

export const wholeYear: Year = { small: 20_000, large: 200 };

/** Fills the database and the folder of photos of a stopped server. Each photo is a picture of its own, with two renditions. */
export const seedYear = (year: Year) => async (client: pg.Client, dataDir: string) => {
  await seedPeople(client, people);
  await seedSquads(client, people, 0);
  for (let trip = 1; trip <= votedTrips; trip++) await seedVotes(client, trip, 8, 8);
  const count = year.small + year.large;
  await client.query(seedPhotosSql(count, `1 + n % ${trips}`, `1 + n % ${people}`));
  const sums = await writePhotos(path.join(dataDir, "blobs"), year);
  await client.query(
    `update media set sha256 = sum, file_size = bytes
     from unnest($1::uuid[], $2::bytea[], $3::int[]) photo (photo_id, sum, bytes) where id = photo_id`,
    [sums.map(({ id }) => id), sums.map(({ sum }) => sum), sums.map(({ bytes }) => bytes)],
  );
};

async function writePhotos(folder: string, { small, large }: Year) {
  const pixels = { width: 640, height: 480, channels: 3, background: "black" } as const;
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const picture = await sharp({ create: { ...pixels, noise } })
    .jpeg({ quality: 40 })
    .toBuffer();
  const thumb = await sharp(picture).resize(320).webp().toBuffer();
  const medium = await sharp(picture).webp().toBuffer();
  return pMap(
    Array.from({ length: small + large }, (_, n) => n + 1),
    async (n) => {
      const id = idOf("media", n);
      const original = lengthened(picture, n <= small ? smallBytes : largeBytes, id);
      const home = path.join(folder, id.slice(-2));
      await mkdir(home, { recursive: true, mode: 0o700 });
      for (const [part, bytes] of Object.entries({ original, thumb, medium }))
        await writeFile(path.join(home, `${id}.${part}`), bytes, { mode: 0o600 });
      return { id, sum: createHash("sha256").update(original).digest(), bytes: original.length };
    },
    { concurrency: 8 },
  );
}

/** The picture with bytes of this photo behind its end, which no reader of JPEGs looks at. They do not compress. */
function lengthened(picture: Buffer, bytes: number, id: string): Buffer {
  const block = Buffer.concat(Array.from({ length: 64 }, (_, n) => createHash("sha512").update(`${id} ${n}`).digest()));
  const rest = Math.max(0, bytes - picture.length);
  return Buffer.concat([picture, Buffer.alloc(rest, block)]);
}

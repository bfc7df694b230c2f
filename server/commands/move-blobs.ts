import { createHash } from "node:crypto";
import path from "node:path";
import { parseArgs } from "node:util";
import { openJournal } from "../platform/blobs/journal.ts";
import { type MoveMode, type Moved, move } from "../platform/blobs/move.ts";
import { type BlobPlace, nameOfPlace, openBlobs } from "../platform/blobs/open-blobs.ts";
import { prepareBucket } from "../platform/blobs/s3-setup.ts";
import { complain, runToEnd, say, understand, withDatabase } from "./command.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import type { Database } from "../platform/db/connect.ts";
import { migrate } from "../platform/db/migrate.ts";
import { type OwnershipStore, demandStore, isUntaken, takeStore } from "../media/upkeep/ownership.ts";
import { ownershipStore } from "../media/upkeep/ownership-store.ts";
import { sumStore } from "../media/upkeep/sum-store.ts";

/*
 * `npm run blobs:move -- --to s3|disk`: copies every file from the folder into the bucket, or back, also while the server runs, and reads
 * back what it has copied. Killed or ended, it goes on where it was. `--dry-run` only counts; `--remove`, once every server uses the
 * new place, removes from the old one what is known to be in the new one. Ends with 0 when all is done, with 1 when something is not
 * as it should be, and with 2 when it does not understand what it is to do.
 */
const usage =
  "npm run blobs:move -- --to s3|disk [--dry-run | --remove]\nThe bucket is that of S3_ENDPOINT, S3_BUCKET and its keys; the folder is DATA_DIR/blobs.";
const progressMs = 2000;

interface Task {
  readonly config: Config & { readonly s3: NonNullable<Config["s3"]> };
  readonly to: "s3" | "disk";
  readonly mode: MoveMode;
}

function readTask(): Task {
  const options = {
    to: { type: "string" },
    "dry-run": { type: "boolean" },
    remove: { type: "boolean" },
  } as const;
  const { to, "dry-run": isDry = false, remove = false } = parseArgs({ options }).values;
  if ((to !== "s3" && to !== "disk") || (isDry && remove)) throw new Error("It says neither where to nor what.");
  const config = readConfig(process.env);
  if (!config.s3) throw new Error("No bucket is named: S3_BUCKET and its keys must be set, in both directions.");
  return { config: { ...config, s3: config.s3 }, to, mode: isDry ? "look" : remove ? "remove" : "copy" };
}

async function main({ config, to, mode }: Task, database: Database): Promise<void> {
  const { dataDir, s3 } = config;
  if (to === "s3") await prepareBucket(s3, { publicUrl: config.publicUrl, log: complain });
  const [folder, bucket] = [{ dataDir }, { dataDir, s3 }];
  await openBlobs(bucket).answers();
  const where = createHash("sha256").update(`${s3.endpoint} ${s3.bucket}`).digest("hex").slice(0, 12);
  const [from, goal] = to === "s3" ? [folder, bucket] : [bucket, folder];
  const client = await database.dedicated();
  await migrate(client).finally(() => client.end());
  if (mode !== "look") await demandBoth(ownershipStore(database), from, goal);
  const journal = await openJournal(path.join(dataDir, "moves", `${to}-${where}.txt`));
  const parts = { from: openBlobs(from), to: openBlobs(goal), journal, sumOf: sumStore(database).sumOf };
  process.exitCode = await report(move(parts, mode), mode, to);
}

/** Photos go from what is this site's to what is this site's, or to where none are yet. */
async function demandBoth(store: OwnershipStore, from: BlobPlace, to: BlobPlace): Promise<void> {
  await demandStore({ blobs: openBlobs(from), store, place: nameOfPlace(from) });
  const goal = { blobs: openBlobs(to), store, place: nameOfPlace(to) };
  if (await isUntaken(goal)) await takeStore(goal);
  await demandStore(goal);
}

/** Tells how far it is, and what is not as it should be; answers the exit code. */
async function report(moving: AsyncIterable<Moved>, mode: MoveMode, to: Task["to"]): Promise<number> {
  const count: Record<Moved["outcome"], number> = { moved: 0, there: 0, left: 0, removed: 0, changed: 0, gone: 0 };
  let bytes = 0;
  let told = performance.now();
  let seen = 0;
  for await (const { key, outcome, bytes: size } of moving) {
    count[outcome]++;
    seen++;
    bytes += size;
    if (outcome === "changed") say(`${key} is not what was uploaded: copied only where nothing better is`);
    if (performance.now() - told < progressMs) continue;
    told = performance.now();
    complain(`${files(seen)}, ${gigabytes(bytes)} so far`);
  }
  const place = to === "s3" ? "the bucket" : "the folder";
  const { moved, there, left, removed, changed } = count;
  if (mode === "look") say(`${files(left)} to move to ${place}, ${there} there already; ${gigabytes(bytes)} in all.`);
  else if (mode === "copy")
    say(`${files(moved)} moved to ${place}, ${there} there already; ${gigabytes(bytes)} in all.`);
  else say(`${files(removed)} removed that are in ${place}.`);
  if (mode === "remove" && left > 0) say(`${files(left)} not known to be in ${place}, left alone: move them first.`);
  if (changed > 0) say(`${files(changed)} unlike what was uploaded.`);
  return changed > 0 || (mode === "remove" && left > 0) ? 1 : 0;
}

const files = (count: number) => (count === 1 ? "1 file" : `${count} files`);
const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(3)} GB`;

const task = understand(readTask, usage);
if (task) await runToEnd(() => withDatabase(task.config, 4, (database) => main(task, database)));

import { createHash } from "node:crypto";
import path from "node:path";
import { parseArgs } from "node:util";
import { plural } from "#contract/locale.ts";
import { type MoveMode, type Moved, move, openJournal } from "../platform/blobs/move.ts";
import { type BlobSettings, describeStore, openBlobs } from "../platform/blobs/open-blobs.ts";
import { prepareBucket } from "../platform/blobs/s3-setup.ts";
import { printError, readArguments, runToEnd, printLine, withDatabase } from "./command.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import type { Database } from "../schema/database.ts";
import { migrate } from "../platform/db/migrate.ts";
import { schemaFolders } from "../schema/folders.ts";
import { type OwnershipStore, demandStore, isUntaken, takeStore } from "../media/upkeep/ownership.ts";
import { ownershipStore } from "../media/upkeep/ownership-store.ts";
import { sumStore } from "../media/upkeep/sum-store.ts";

/*
 * `npm run blobs:move -- --to s3|disk`: copies every file from the folder to the bucket, or back, also while the server runs, and reads
 * each copy back. After a kill, the next run continues. `--dry-run` only counts. `--remove` deletes the files from the old store that
 * are verified in the new one; use it once every server uses the new store. Exit codes: 0 when all is done, 1 if a fault is left, 2 for
 * wrong arguments.
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
  if ((to !== "s3" && to !== "disk") || (isDry && remove))
    throw new Error("These arguments are incomplete or do not go together.");
  const config = readConfig(process.env);
  if (!config.s3) throw new Error("No bucket is named: S3_BUCKET and its keys must be set, in both directions.");
  return { config: { ...config, s3: config.s3 }, to, mode: isDry ? "look" : remove ? "remove" : "copy" };
}

async function main({ config, to, mode }: Task, database: Database): Promise<void> {
  const { dataDir, s3 } = config;
  if (to === "s3") await prepareBucket(s3, { publicUrl: config.publicUrl, log: printError });
  const [folder, bucket] = [{ dataDir }, { dataDir, s3 }];
  await openBlobs(bucket).answers();
  const where = createHash("sha256").update(`${s3.endpoint} ${s3.bucket}`).digest("hex").slice(0, 12);
  const [from, goal] = to === "s3" ? [folder, bucket] : [bucket, folder];
  const client = await database.dedicated();
  await migrate(client, schemaFolders).finally(() => client.end());
  if (mode !== "look") await demandBoth(ownershipStore(database), from, goal);
  const journal = await openJournal(path.join(dataDir, "moves", `${to}-${where}.txt`));
  const parts = { from: openBlobs(from), to: openBlobs(goal), journal, sumOf: sumStore(database).sumOf };
  process.exitCode = await report(move(parts, mode), mode, to);
}

/** Throws unless this database owns both stores. It takes a new store that nobody owns. */
async function demandBoth(store: OwnershipStore, from: BlobSettings, to: BlobSettings): Promise<void> {
  await demandStore({ blobs: openBlobs(from), store, place: describeStore(from) });
  const goal = { blobs: openBlobs(to), store, place: describeStore(to) };
  if (await isUntaken(goal)) await takeStore(goal);
  await demandStore(goal);
}

/** Prints the progress and the faults. Returns the exit code. */
async function report(moving: AsyncIterable<Moved>, mode: MoveMode, to: Task["to"]): Promise<number> {
  const count: Record<Moved["outcome"], number> = { moved: 0, there: 0, left: 0, removed: 0, changed: 0, gone: 0 };
  let bytes = 0;
  let told = performance.now();
  let seen = 0;
  for await (const { key, outcome, bytes: size } of moving) {
    count[outcome]++;
    seen++;
    bytes += size;
    if (outcome === "changed")
      printLine(`${key} differs from its upload: copied only if the target has no better copy`);
    if (performance.now() - told < progressMs) continue;
    told = performance.now();
    printError(`${files(seen)}, ${gigabytes(bytes)} so far`);
  }
  const place = to === "s3" ? "the bucket" : "the folder";
  const { moved, there, left, removed, changed } = count;
  if (mode === "look")
    printLine(`${files(left)} to move to ${place}, ${there} there already; ${gigabytes(bytes)} in all.`);
  else if (mode === "copy")
    printLine(`${files(moved)} moved to ${place}, ${there} there already; ${gigabytes(bytes)} in all.`);
  else printLine(`${files(removed)} removed that are in ${place}.`);
  if (mode === "remove" && left > 0)
    printLine(`${files(left)} not known to be in ${place}, left alone: move them first.`);
  if (changed > 0) printLine(`${files(changed)} with bytes that differ from the upload.`);
  return changed > 0 || (mode === "remove" && left > 0) ? 1 : 0;
}

const files = (count: number) => plural(count, { one: "1 file", other: `${count} files` });
const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(3)} GB`;

const task = readArguments(readTask, usage);
if (task) await runToEnd(() => withDatabase(task.config, 4, (database) => main(task, database)));

import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { describeStore, openBlobs } from "../platform/blobs/open-blobs.ts";
import { printError, readArguments, runToEnd, printLine, withDatabase } from "./command.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import type { Database } from "../schema/database.ts";
import { migrate } from "../platform/db/migrate.ts";
import { type Queue, openJobs } from "../platform/jobs/jobs.ts";
import { type Finding, check, demandFewStrays } from "../media/upkeep/check.ts";
import { schemaFolders } from "../schema/folders.ts";
import { checkStore } from "../media/upkeep/check-store.ts";
import { demandStore, takeStore } from "../media/upkeep/ownership.ts";
import { ownershipStore } from "../media/upkeep/ownership-store.ts";
import { playbackQueues } from "../media/renditions/playback-jobs.ts";
import { type PictureTask, gridQueue, heavyQueue } from "../media/renditions/rendition-jobs.ts";

/*
 * `npm run blobs:check`: lists every file without a photo and every photo that lacks a file, also while the server runs. `--repair`
 * removes such files and has the server make missing renditions again, only in a store that this database owns; to remove many
 * originals it needs `--remove-many`. `--take-over` makes this database the owner of the store. Exit codes: 1 if a fault is left or
 * the repair was refused, 2 for wrong arguments.
 */
const usage = "npm run blobs:check [-- --repair [--remove-many] | -- --take-over]";
const meanings: Readonly<Record<Finding["kind"], string>> = {
  stray: "belongs to no photo",
  lost: "is gone, and its photo with it",
  changed: "has another length than its upload",
  unrendered: "is missing",
  untranscoded: "is missing",
};
const repairs: Readonly<Partial<Record<Finding["kind"], string>>> = {
  stray: "removed",
  unrendered: "will be made again",
  untranscoded: "will be made again",
};

interface Task {
  readonly isRepair: boolean;
  readonly mayRemoveMany: boolean;
  readonly isTakeOver: boolean;
}

function readTask(): Task {
  const options = {
    repair: { type: "boolean" },
    "remove-many": { type: "boolean" },
    "take-over": { type: "boolean" },
  } as const;
  const { repair = false, "remove-many": many = false, "take-over": takes = false } = parseArgs({ options }).values;
  if ((takes && repair) || (many && !repair)) throw new Error("These options do not go together.");
  return { isRepair: repair, mayRemoveMany: many, isTakeOver: takes };
}

async function main(config: Config, database: Database, task: Task): Promise<void> {
  const client = await database.dedicated();
  await migrate(client, schemaFolders).finally(() => client.end());
  const owning = { blobs: openBlobs(config), store: ownershipStore(database), place: describeStore(config) };
  if (task.isTakeOver) {
    await takeStore(owning);
    return printLine(`The photos in ${owning.place} belong to this database now.`);
  }
  if (task.isRepair) await demandStore(owning);
  await checkAll(config, database, task);
}

async function checkAll(config: Config, database: Database, { isRepair, mayRemoveMany }: Task): Promise<void> {
  const jobs = openJobs({ database, works: false, log: printError });
  for (const queue of [gridQueue, heavyQueue, ...playbackQueues]) jobs.handle(queue, async () => new Map());
  try {
    let left = 0;
    const seen = {
      blobs: openBlobs(config),
      store: checkStore(database),
      hasFfmpeg: config.ffmpeg !== null && spawnSync(config.ffmpeg, ["-version"]).status === 0,
    };
    const now = new Date();
    if (isRepair && !mayRemoveMany) await demandFewStrays(seen, now);
    const send = (queue: Queue<PictureTask>, task: PictureTask) => jobs.sendNow(queue, [task]);
    for await (const { kind, key } of check({ ...seen, ...(isRepair && { send }) }, now)) {
      const repaired = isRepair ? repairs[kind] : undefined;
      if (!repaired) left++;
      printLine(`${key} ${meanings[kind]}${repaired ? `: ${repaired}` : ""}`);
    }
    printLine(left === 0 ? "Every photo has its files, and every file its photo." : `Faults left: ${left}.`);
    process.exitCode = left === 0 ? 0 : 1;
  } finally {
    await jobs.stop();
  }
}

const task = readArguments(readTask, usage);
if (task)
  await runToEnd(() => {
    const config = readConfig(process.env);
    return withDatabase(config, 4, (database) => main(config, database, task));
  });

import { spawnSync } from "node:child_process";
import { openBlobs } from "./blobs/open-blobs.ts";
import { complain, runToEnd, say, withDatabase } from "./command.ts";
import { type Config, readConfig } from "./config.ts";
import type { Database } from "./db/connect.ts";
import { migrate } from "./db/migrate.ts";
import { type Queue, openJobs } from "./jobs/jobs.ts";
import { type Finding, check } from "./media/upkeep/check.ts";
import { checkStore } from "./media/upkeep/check-store.ts";
import { playQueue } from "./media/renditions/play-jobs.ts";
import { type PictureTask, gridQueue, heavyQueue } from "./media/renditions/rendition-jobs.ts";

/*
 * `npm run blobs:check`: names every file that belongs to nothing and every photo that lacks a file, also while the server runs. With
 * `--repair` it removes the former and has the server make the latter again. Ends with 1 when something is left that is not as it should be.
 */
const meanings: Readonly<Record<Finding["kind"], string>> = {
  stray: "belongs to no photo",
  lost: "is gone, and its photo with it",
  changed: "is not as long as what was uploaded",
  undrawn: "is missing",
  unplayed: "is missing",
};
const repairs: Readonly<Partial<Record<Finding["kind"], string>>> = {
  stray: "removed",
  undrawn: "will be made again",
  unplayed: "will be made again",
};

async function checkAll(config: Config, database: Database): Promise<void> {
  const isRepair = process.argv.includes("--repair");
  const jobs = openJobs({ database, works: false, log: complain });
  for (const queue of [gridQueue, heavyQueue, playQueue]) jobs.handle(queue, async () => new Map());
  try {
    const client = await database.dedicated();
    await migrate(client).finally(() => client.end());
    let left = 0;
    const parts = {
      blobs: openBlobs(config),
      store: checkStore(database),
      hasFfmpeg: config.ffmpeg !== null && spawnSync(config.ffmpeg, ["-version"]).status === 0,
      ...(isRepair && { send: (queue: Queue<PictureTask>, task: PictureTask) => jobs.sendNow(queue, [task]) }),
    };
    for await (const { kind, key } of check(parts, new Date())) {
      const repaired = isRepair ? repairs[kind] : undefined;
      if (!repaired) left++;
      say(`${key} ${meanings[kind]}${repaired ? `: ${repaired}` : ""}`);
    }
    say(left === 0 ? "Every photo has its files, and every file its photo." : `${left} not as it should be.`);
    process.exitCode = left === 0 ? 0 : 1;
  } finally {
    await jobs.stop();
  }
}

await runToEnd(() => {
  const config = readConfig(process.env);
  return withDatabase(config, 4, (database) => checkAll(config, database));
});

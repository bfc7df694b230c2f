import { parseArgs } from "node:util";
import { plural } from "#contract/locale.ts";
import { keepBackingUp } from "../backups/keep-backing-up.ts";
import { type BackupParts, type TakenBackup, takeBackup } from "../backups/take-backup.ts";
import { newBackupKey } from "../platform/backups/places/sealed.ts";
import { openPlace } from "../platform/backups/places/open-place.ts";
import { openBlobs } from "../platform/blobs/open-blobs.ts";
import { openFaults } from "../platform/faults/faults.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import { stopWithParent } from "../platform/parent.ts";
import { environmentFor } from "./backup-place.ts";
import { printError, printLine, readArguments, runToEnd, withDatabase } from "./command.ts";
import { withProgress } from "./progress.ts";

/*
 * `npm run backup`: copies database, photos and key to BACKUP_DIR or BACKUP_BUCKET, or to the folder of `-- --to`, also while the server
 * runs. `-- --new-key` prints a key for BACKUP_KEY. `--keep` goes on until it is stopped, as the server runs it. Exit codes: 0 when the
 * backup is whole, also if photos were deleted meanwhile; 1 if it failed, or photos of the database have no file; 2 for wrong arguments.
 */
const graceMs = 2000;
const usage = "npm run backup [-- --to folder | -- --new-key]";

type Task = { readonly kind: "key" } | { readonly kind: "once" | "keep"; readonly config: Config };

function readTask(): Task {
  const options = { to: { type: "string" }, "new-key": { type: "boolean" }, keep: { type: "boolean" } } as const;
  const { to, "new-key": isKey = false, keep = false } = parseArgs({ options }).values;
  if (Number(to !== undefined) + Number(isKey) + Number(keep) > 1) throw new Error("These options do not go together.");
  if (isKey) return { kind: "key" };
  const config = readConfig(environmentFor(to));
  if (!config.backups.place)
    throw new Error("Name a folder for the backup: npm run backup -- --to folder, or BACKUP_DIR, or BACKUP_BUCKET.");
  return { kind: keep ? "keep" : "once", config };
}

async function main(task: Task): Promise<void> {
  if (task.kind === "key") return printLine(await newBackupKey());
  const { config } = task;
  const place = openPlace(config.backups)!;
  await withDatabase(config, 4, async (database, connection) => {
    const parts: Omit<BackupParts, "say"> = {
      place,
      database,
      cluster: config.databaseUrl === undefined ? connection : null,
      dataDir: config.dataDir,
      postgresBin: config.postgresBin,
      blobs: openBlobs(config),
      days: config.backups.days,
    };
    if (task.kind === "keep") return keep({ ...parts, say: () => {} });
    const taken = await withProgress((say) => takeBackup({ ...parts, say }));
    for (const line of describe(taken, place.title)) printLine(line);
    process.exitCode = taken.lost.length > 0 ? 1 : 0;
  });
}

async function keep(parts: BackupParts): Promise<void> {
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    // A whole backup may take long. Half of one does no harm: it has no list, and the next one removes it.
    setTimeout(() => process.exit(0), graceMs).unref();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  stopWithParent(stop);
  const faults = openFaults(parts.database, { warn: (_, line) => printError(line) });
  faults.start();
  await keepBackingUp(parts, {
    onTaken: (taken) => {
      for (const line of describe(taken, parts.place.title)) printLine(line);
    },
    onRound: (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      faults.tell("backups", error === null ? null : `The backup failed, and is tried again: ${reason}`);
    },
    signal: stopping.signal,
  });
  await faults.stop();
}

/** What a person should know of a backup. */
function describe({ name, manifest, copied, deleted, lost }: TakenBackup, where: string): string[] {
  const count = plural(manifest.photos.count, { one: "1 file", other: `${manifest.photos.count} files` });
  return [
    `Backup ${name} is whole in ${where}: the database, and ${count} of photos, ${copied} of them new.`,
    ...deleted.map((id) => `The photo ${id} was deleted meanwhile.`),
    ...lost.map((id) => `The photo ${id} has no file: npm run blobs:check`),
  ];
}

const task = readArguments(readTask, usage);
if (task) await runToEnd(() => main(task));

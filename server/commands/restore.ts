import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { plural } from "#contract/locale.ts";
import { describePlan, planRestore } from "../backups/restore-plan.ts";
import { restore } from "../backups/restore.ts";
import { openPlace } from "../platform/backups/places/open-place.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import { environmentFor } from "./backup-place.ts";
import { printError, printLine, readArguments, runToEnd } from "./command.ts";
import { withProgress } from "./progress.ts";

/*
 * `npm run restore`: brings a backup back into an empty DATA_DIR, database and bucket: the newest with all that was archived since, or
 * with `-- --at` the one of that name. It reads from BACKUP_DIR or BACKUP_BUCKET, or from the folder of `-- --from`. It shows its plan, and
 * asks before it writes; without a terminal it needs `--yes`. Exit codes: 0 when all is restored, 1 if it failed or files of photos are
 * missing, 2 for wrong arguments.
 */
const usage = "npm run restore -- [--from folder] [--at 2026-01-31T03-00-00Z] [--yes]";

interface Task {
  readonly config: Config;
  readonly at: string | undefined;
  readonly isSure: boolean;
}

function readTask(): Task {
  const options = { from: { type: "string" }, at: { type: "string" }, yes: { type: "boolean" } } as const;
  const { from, at, yes = false } = parseArgs({ options }).values;
  const config = readConfig(environmentFor(from));
  if (!config.backups.place)
    throw new Error("Name the folder of the backup: --from folder, or BACKUP_DIR, or BACKUP_BUCKET.");
  return { config, at, isSure: yes };
}

async function main({ config, at, isSure }: Task): Promise<void> {
  const plan = await planRestore(openPlace(config.backups)!, config, at);
  for (const line of describePlan(plan)) printLine(line);
  if (!isSure && !(await agrees())) return;
  const { photos, faults } = await withProgress((say) => restore(plan, say));
  for (const fault of faults) printLine(fault);
  const count = plural(photos, { one: "1 file", other: `${photos} files` });
  printLine(`Restored the database and ${count} of photos. Start the server: npm start`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/** Asks the person at the terminal. */
async function agrees(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    printError("Nothing was written. To restore without a question: --yes");
    process.exitCode = 1;
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question("Restore? (yes/no) ").finally(() => terminal.close());
  return /^y(es)?$/i.test(answer.trim());
}

const task = readArguments(readTask, usage);
if (task) await runToEnd(() => main(task));

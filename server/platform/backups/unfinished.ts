import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";

const markOf = (dataDir: string) => path.join(dataDir, "unfinished-restore");

/** Notes that a restore into this folder has begun. No server starts there until `unmarkUnfinished`. */
export const markUnfinished = (dataDir: string): Promise<void> =>
  writeFile(markOf(dataDir), "A restore into this folder has begun and not ended.\n", { mode: 0o600, flush: true });

export const unmarkUnfinished = (dataDir: string): Promise<void> => rm(markOf(dataDir));

/** Throws one sentence if a restore into this folder has begun and not ended. */
export function demandFinished(dataDir: string): void {
  if (existsSync(markOf(dataDir)))
    throw new Error(`A restore into ${dataDir} did not end: empty the folder, and restore again.`);
}

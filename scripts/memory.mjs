import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

const memory = "/dev/shm";
/** The databases and files of a whole run stay well below this. */
const minBytes = 8 * 1024 ** 3;

/**
 * Makes a folder for temporary files in memory, where databases are made and copied many times faster than on a disk; undefined
 * where there is too little memory or where programs cannot be run from it. The folder goes when the process ends.
 */
export function folderInMemory() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < minBytes) return undefined;
    const folder = mkdtempSync(path.join(memory, "swellmates-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    // As /tmp: PostgreSQL and mail servers run as accounts of their own.
    chmodSync(folder, 0o1777);
    const program = path.join(folder, "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
    return spawnSync(program).status === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}

import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

const memory = "/dev/shm";
/** More than the databases and files of a whole run need. */
const minBytes = 8 * 1024 ** 3;

/**
 * Makes a temporary folder in memory, where databases are created and copied many times faster than on a disk. Undefined if there is
 * too little memory, or if programs cannot run from there. The folder is removed when the process ends.
 */
export function makeMemoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < minBytes) return undefined;
    const folder = mkdtempSync(path.join(memory, "swellmates-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    // Open to all, like /tmp: PostgreSQL and mail servers run as other accounts.
    chmodSync(folder, 0o1777);
    const program = path.join(folder, "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
    return spawnSync(program).status === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}

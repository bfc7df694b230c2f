import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import path from "node:path";

const prefix = "swellmates-try-";

/** Makes the folder of this run below `parent`, and removes those of runs that were killed. */
export async function makeFolder(parent: string): Promise<string> {
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    // A folder of another account cannot be removed, and stays.
    if (pid && !isRunning(Number(pid)))
      await rm(path.join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
  const folder = await mkdtemp(path.join(parent, `${prefix}${process.pid}-`));
  // As root, PostgreSQL runs under another account, which has to pass through.
  await chmod(folder, 0o711);
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fail, root } from "./run.mjs";

const file = path.join(root, ".cache/preparing");

/** Does `work` while no other process installs or builds in this clone. Ends the script with one sentence if another one does. */
export async function alone(work) {
  mkdirSync(path.dirname(file), { recursive: true });
  const other = findOther();
  if (other)
    fail(
      `Another start (process ${other}) installs or builds in this clone. Start again when it is done. ` +
        "If there is none, delete .cache/preparing.",
    );
  // `wx`: of two starts in the same moment, one writes the file and the other one fails here.
  writeFileSync(file, String(process.pid), { flag: "wx" });
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** The id of the running process that wrote the file. Removes a file whose process was killed. */
function findOther() {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    if (pid !== process.pid && isRunning(pid)) return pid;
    rmSync(file, { force: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  return undefined;
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

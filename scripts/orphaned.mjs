import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import process from "node:process";

const pollMs = 500;

/**
 * Calls `callback` once when npm, or the shell between npm and this process, has ended. A killed npm sends no signal and leaves no channel,
 * so this looks twice a second. Does nothing when npm did not start this process.
 */
export function whenOrphaned(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const chain = upToNpm().join();
  const timer = setInterval(() => {
    if (upToNpm().join() === chain) return;
    clearInterval(timer);
    callback();
  }, pollMs);
  timer.unref();
}

/** The processes from our parent up to npm; our parent alone where the system does not tell which is npm. */
function upToNpm() {
  const chain = [process.ppid];
  if (process.platform !== "linux") return chain;
  while (chain.length < 3 && !isNpm(chain.at(-1))) chain.push(parentOf(chain.at(-1)));
  return isNpm(chain.at(-1)) ? chain : chain.slice(0, 1);
}

function isNpm(pid) {
  try {
    return readlinkSync(`/proc/${pid}/exe`) === realpathSync(process.env.npm_node_execpath ?? "");
  } catch {
    return false;
  }
}

function parentOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")[1]);
  } catch {
    return 0;
  }
}

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 20;
/** An earlier server that still runs after these times gets the next, stronger signal. */
const escalation = [
  { afterMs: 2000, server: "SIGINT", backend: "SIGTERM" },
  { afterMs: 30_000, server: "SIGQUIT", backend: "SIGQUIT" },
] as const;
const giveUpMs = 40_000;

/**
 * Prepares the cluster in `folder` for a new server: waits for an earlier server that is stopping, stops an orphaned one, and removes
 * lock files that name other processes. Only the owner may call it.
 */
export async function clearLeftovers(folder: string, socketDir: string): Promise<void> {
  const lock = path.join(folder, "postmaster.pid");
  const signalled = new Set<string>();
  for (const began = performance.now(); ; await sleep(pollMs)) {
    const server = pidIn(lock);
    if (!server) break;
    const left = processesIn(folder, server);
    if (left.length === 0) {
      // The pid is a zombie's or another program's. PostgreSQL would take either for a running server.
      rmSync(lock, { force: true });
      break;
    }
    const waited = performance.now() - began;
    if (waited > giveUpMs)
      throw new Error(`an earlier PostgreSQL on ${folder} does not stop (process ${left.join(", ")})`);
    for (const step of escalation)
      for (const pid of left)
        if (waited > step.afterMs && !signalled.has(`${step.server} ${pid}`)) {
          signalled.add(`${step.server} ${pid}`);
          signal(pid, pid === server ? step.server : step.backend);
        }
  }
  // No server runs now. The socket's lock file also names a pid, which another program may have by now.
  for (const name of [".s.PGSQL.5432", ".s.PGSQL.5432.lock"]) rmSync(path.join(socketDir, name), { force: true });
}

function pidIn(lock: string): number {
  try {
    return Number.parseInt(readFileSync(lock, "utf8"), 10) || 0;
  } catch {
    return 0;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/**
 * The server and its backends: their working directory is the cluster's folder. Processes that we cannot inspect belong to other
 * accounts, and a cluster is open only to its own.
 */
function processesIn(folder: string, server: number): number[] {
  if (process.platform !== "linux") return isServerByItsArguments(server, folder) ? [server] : [];
  const cluster = statSync(folder);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const place = statSync(`/proc/${pid}/cwd`);
        return place.dev === cluster.dev && place.ino === cluster.ino && isPostgres(pid);
      } catch {
        return false;
      }
    });
}

/** Excludes other programs in the folder, such as a person's shell. */
const isPostgres = (pid: number) => /^(postgres|postmaster)/.test(readFileSync(`/proc/${pid}/comm`, "utf8"));

function isServerByItsArguments(pid: number, folder: string): boolean {
  try {
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes(folder);
  } catch {
    return false;
  }
}

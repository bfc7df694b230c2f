import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 20;
/** How long an earlier server may take to end by itself, and after being asked to, before it is asked harder. */
const patience = [
  { afterMs: 2000, server: "SIGINT", backend: "SIGTERM" },
  { afterMs: 30_000, server: "SIGQUIT", backend: "SIGQUIT" },
] as const;
const lastMs = 40_000;

/**
 * Makes way for a new server of the cluster in `folder`: waits for an earlier one that is still stopping, stops one that was
 * orphaned, and removes lock files that name a process which is none. Call it only as the owner.
 */
export async function clearLeftovers(folder: string, socketDir: string): Promise<void> {
  const lock = path.join(folder, "postmaster.pid");
  const asked = new Set<string>();
  for (const began = performance.now(); ; await sleep(pollMs)) {
    const server = pidIn(lock);
    if (!server) break;
    const left = processesIn(folder, server);
    if (left.length === 0) {
      // A zombie, or a process that got the number of the old server: PostgreSQL would take either for a living server.
      rmSync(lock, { force: true });
      break;
    }
    const waited = performance.now() - began;
    if (waited > lastMs)
      throw new Error(`an earlier PostgreSQL on ${folder} does not stop (process ${left.join(", ")})`);
    for (const step of patience)
      for (const pid of left)
        if (waited > step.afterMs && !asked.has(`${step.server} ${pid}`)) {
          asked.add(`${step.server} ${pid}`);
          signal(pid, pid === server ? step.server : step.backend);
        }
  }
  // Nobody serves this cluster now. The socket's own lock file names a process too, and numbers are used again.
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
 * The server and its backends, which all work in the folder of their cluster. One that cannot be looked at is somebody
 * else's, and a cluster is open to its own account only.
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

/** A person's shell may stand in the folder too. */
const isPostgres = (pid: number) => /^(postgres|postmaster)/.test(readFileSync(`/proc/${pid}/comm`, "utf8"));

function isServerByItsArguments(pid: number, folder: string): boolean {
  try {
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes(folder);
  } catch {
    return false;
  }
}

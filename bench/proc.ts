import { readFileSync, readdirSync } from "node:fs";

/** Whether this system has /proc. Without it, processor time and memory are not measured. */
export const hasProc = process.platform === "linux";

const ticksPerSecond = 100;

/** The processes `roots` and all their present descendants. */
export function processTree(roots: readonly number[]): number[] {
  const children = Map.groupBy(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ pid: Number(name), parent: Number(statOf(Number(name))?.[1]) })),
    ({ parent }) => parent,
  );
  const family = [...roots];
  for (const pid of family) family.push(...(children.get(pid) ?? []).map((child) => child.pid));
  return family;
}

/** Seconds of processor time that these processes and all their descendants have used, ended children included. Skips processes whose command contains `except`. */
export function cpuSeconds(roots: readonly number[], except?: string): number {
  if (!hasProc) return Number.NaN;
  const counted = processTree(roots).filter((pid) => except === undefined || !commandOf(pid).includes(except));
  return sum(counted.map(usedBy));
}

/** Seconds of processor time of a process and its ended children: utime, stime, cutime and cstime. */
const usedBy = (pid: number) => sum((statOf(pid) ?? []).slice(11, 15).map(Number)) / ticksPerSecond;

/**
 * Returns a function that tells the seconds of processor time that processes outside of this one's tree have used since now, with their
 * ended children. Browsers that a round killed do not count: their parts end as children of process 1.
 */
export function watchOthers(): () => number {
  const before = othersSeconds();
  return () => sum([...othersSeconds()].map(([pid, seconds]) => Math.max(0, seconds - (before.get(pid) ?? 0))));
}

function othersSeconds(): ReadonlyMap<number, number> {
  const own = new Set([1, ...processTree([process.pid])]);
  const others = processTree([0]).filter((pid) => pid !== 0 && !own.has(pid));
  return new Map(others.map((pid) => [pid, usedBy(pid)]));
}

/** Proportional set size in bytes: private memory plus a share of shared memory. Zero for a process that is gone. */
export function pssOf(pids: readonly number[]): number {
  return sum(pids.map((pid) => Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024));
}

const lookEveryMs = 25;

/** The peak memory, in bytes, of these processes and their descendants together while `work` runs. */
export async function peakDuring(
  roots: () => readonly (number | undefined)[],
  work: () => Promise<unknown>,
): Promise<number> {
  let most = 0;
  const look = () => {
    const pids = roots().filter((pid) => pid !== undefined);
    most = Math.max(most, pssOf(processTree(pids)));
  };
  const looking = setInterval(look, lookEveryMs);
  await work().finally(() => clearInterval(looking));
  return most;
}

/** The command line of a process. */
export const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The fields of /proc/<pid>/stat from the third on. The second, the name, may contain spaces and parentheses. */
function statOf(pid: number): string[] | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text ? text.slice(text.lastIndexOf(")") + 2).split(" ") : undefined;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

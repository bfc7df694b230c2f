import { readFileSync, readdirSync } from "node:fs";

/** Whether this system tells of its processes under /proc; without it there is no processor time and no memory to compare. */
export const hasProc = process.platform === "linux";

const ticksPerSecond = 100;

/** The processes `roots` and all that descend from them, now. */
export function familyOf(roots: readonly number[]): number[] {
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

/** Seconds of processor time that these processes and all their descendants have used, those that have ended included; without those whose command has `except` in it. */
export function cpuSeconds(roots: readonly number[], except?: string): number {
  if (!hasProc) return Number.NaN;
  const counted = familyOf(roots).filter((pid) => except === undefined || !commandOf(pid).includes(except));
  const ticks = counted.map((pid) => {
    // Its own in user mode and in the kernel, and the same of the children that have ended.
    return sum((statOf(pid) ?? []).slice(11, 15).map(Number));
  });
  return sum(ticks) / ticksPerSecond;
}

/** Proportional set size in bytes: memory of its own, and its share of what it has in common with others. Zero for a process that is gone. */
export function pssOf(pids: readonly number[]): number {
  return sum(pids.map((pid) => Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024));
}

const lookEveryMs = 25;

/** The most memory, in bytes, that processes and all their descendants had together while `work` went on. */
export async function peakDuring(
  roots: () => readonly (number | undefined)[],
  work: () => Promise<unknown>,
): Promise<number> {
  let most = 0;
  const look = () => {
    const pids = roots().filter((pid) => pid !== undefined);
    most = Math.max(most, pssOf(familyOf(pids)));
  };
  const looking = setInterval(look, lookEveryMs);
  await work().finally(() => clearInterval(looking));
  return most;
}

/** What a process was started with. */
export const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The fields of /proc/<pid>/stat from the third on, after the name, which may hold anything. */
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

import { cpuMsOf } from "./cpu-time.ts";
import type { RunOptions } from "./task.ts";

const cpuPollMs = 500;

/** Calls `overdue` with the limit that a task passes first. Returns a function that stops the clocks. */
export function startClocks(
  pid: number | undefined,
  { deadlineMs, maxCpuMs }: RunOptions,
  overdue: (ms: number) => void,
): () => void {
  const deadline = setTimeout(() => overdue(deadlineMs), deadlineMs);
  const startedAt = performance.now();
  // Read with the first poll, because most tasks end before it. What the task used until then does not count.
  let cpuMsBefore: number | null | undefined;
  const usedMs = () => {
    const now = cpuMsOf(pid);
    cpuMsBefore ??= now;
    return now === null || cpuMsBefore === null ? performance.now() - startedAt : now - cpuMsBefore;
  };
  const cpuClock = maxCpuMs && setInterval(() => usedMs() > maxCpuMs && overdue(maxCpuMs), cpuPollMs);
  return () => {
    clearTimeout(deadline);
    clearInterval(cpuClock);
  };
}

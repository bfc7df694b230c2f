import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { type LaunchOptions, launch } from "./launch.ts";
import { findMissingReason } from "./sandbox.ts";
import { type Job, type Message, type RunOptions, TaskFault, cancelled } from "./task.ts";

export interface Running<Task, Answer> {
  readonly child: ChildProcess;
  /** It runs one suspect, and then ends. */
  readonly isAlone: boolean;
  readonly jobs: Map<number, Job<Task, Answer>>;
  /** We ended it, so its death says nothing about its other tasks. */
  isEnded: boolean;
  /** What it wrote to its error output. */
  errors: string;
}

const maxErrorChars = 8000;

/** Starts a process. `ended` may be called twice. */
export function startProcess<Task, Answer>(
  options: LaunchOptions,
  isAlone: boolean,
  settle: (process: Running<Task, Answer>, message: Message<Answer>) => void,
  ended: (process: Running<Task, Answer>, how: string) => void,
): Running<Task, Answer> {
  const process: Running<Task, Answer> = {
    child: launch(options),
    isAlone,
    jobs: new Map(),
    isEnded: false,
    errors: "",
  };
  const { child } = process;
  child.on("message", (message: Message<Answer>) => settle(process, message));
  child.on("error", (error) => ended(process, error.message));
  child.on("exit", (code, signal) => ended(process, signal ?? `exit ${code}`));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    process.errors = (process.errors + text).slice(0, maxErrorChars);
    const reason = findMissingReason(process.errors);
    if (reason !== undefined) options.sandbox?.noteMissing(reason);
  });
  return process;
}

/** Runs a job in this process. `onOverdue` gets the limit in ms, before the job and the process end for it. */
export function giveJob<Task, Answer>(
  process: Running<Task, Answer>,
  job: Job<Task, Answer>,
  id: number,
  onOverdue: (ms: number) => void,
): void {
  const { child, jobs } = process;
  const { signal } = job.options;
  jobs.set(id, job);
  const fail = (fault: TaskFault) => {
    jobs.delete(id);
    job.stopClocks();
    job.reject(fault);
    process.isEnded = true;
    killGroup(child);
  };
  const stopClocks = startClocks(child.pid, job.options, (ms) => {
    onOverdue(ms);
    fail(new TaskFault("overdue", `It took longer than ${ms} ms`));
  });
  const cancel = () => fail(cancelled());
  signal?.addEventListener("abort", cancel);
  job.stopClocks = () => {
    stopClocks();
    signal?.removeEventListener("abort", cancel);
  };
  child.send({ id, task: job.task }, () => {
    // A broken channel is followed by the event "exit", which handles it.
  });
}

/** The line of an error output that names the reason, without V8's dump of its memory. */
export function reasonIn(errors: string): string[] {
  const found = /^(?:FATAL ERROR|[A-Za-z]*Error)\b.*$/m.exec(errors)?.[0];
  return found ? [found.slice(0, 200)] : [];
}

/** Kills a process and every process that it started. */
export function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // All of them have ended already.
  }
}

const cpuPollMs = 500;

/** Calls `overdue` with the limit that a task passes first. Returns a function that stops the clocks. */
function startClocks(
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

/** The processor time of a process and of those below it in ms (proc(5): `stat`, `children`); null where the system does not tell. */
function cpuMsOf(pid: number | string | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    const below = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean);
    // Linux counts in hundredths of a second.
    return below.reduce((sum, child) => sum + (cpuMsOf(child) ?? 0), (Number(fields[11]) + Number(fields[12])) * 10);
  } catch {
    return null;
  }
}

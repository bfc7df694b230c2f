// Decision 038: why files are read in limited child processes.
// Written by hand because no process pool (workerpool, tinypool) limits memory in the kernel, kills process groups and retries a task alone.
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { type LaunchOptions, launch } from "./launch.ts";
import { findMissingReason } from "./sandbox.ts";

export interface ChildOptions extends LaunchOptions {
  /** The maximum of concurrent tasks in one process. */
  readonly atOnce: number;
  /** The maximum of processes. Default: one. */
  readonly processes?: number;
  /** The processes end after this time without a task. */
  readonly idleMs: number;
  /** Gets one line about each process that dies. */
  readonly log?: (line: string) => void;
}

export interface RunOptions {
  /** The time limit of the task, counted from when a process gets it. */
  readonly deadlineMs: number;
  /** The limit of processor time. It needs processes of one task at a time. Where the system does not tell, the clock counts. */
  readonly maxCpuMs?: number;
  /** Puts the task before all waiting ones. */
  readonly isUrgent?: boolean;
  /** At most one task of a person runs at a time, and people take turns. */
  readonly person?: string;
  /** Ends the task, and with it the process that runs it. */
  readonly signal?: AbortSignal;
}

export interface Child<Task, Answer> {
  /** Runs a task in a process. Rejects with a `TaskFault`. */
  run(task: Task, options: RunOptions): Promise<Answer>;
  /** Starts a process before the first task comes. */
  warm(): void;
  /** The process that runs longest; undefined while none runs. */
  readonly pid: number | undefined;
  /** Takes no more tasks, gives the running ones `graceMs` to finish, and ends the processes. */
  stop(graceMs: number): Promise<void>;
}

/**
 * `refused`: the module failed the task. `died`: the task alone killed its process. `overdue`: too slow. `cancelled`: by its signal.
 * `stopped`: we are stopping. `unavailable`: no process may start, because bubblewrap is required and does not work.
 */
export class TaskFault extends Error {
  readonly kind: "refused" | "died" | "overdue" | "cancelled" | "stopped" | "unavailable";
  /** The module's own name of the fault. */
  readonly fault: string | undefined;
  constructor(kind: TaskFault["kind"], message: string, fault?: string) {
    super(message);
    this.kind = kind;
    this.fault = fault;
  }
}

/** What a module sends back over the IPC channel. */
export type Message<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly fault: string; readonly message: string };

interface Job<Task, Answer> {
  readonly task: Task;
  readonly options: RunOptions;
  /** A process died while this task ran. It runs again in a process of its own. */
  isSuspect: boolean;
  /** Stops the clocks of the running task. */
  stopClocks: () => void;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (fault: TaskFault) => void;
}

interface Running<Task, Answer> {
  readonly child: ChildProcess;
  /** It runs one suspect, and then ends. */
  readonly isAlone: boolean;
  readonly jobs: Map<number, Job<Task, Answer>>;
  /** We ended it, so its death says nothing about its other tasks. */
  isEnded: boolean;
  /** What it wrote to its error output. */
  errors: string;
}

const cpuPollMs = 500;
const maxErrorChars = 8000;

/**
 * Runs tasks on untrusted files in processes of their own, which start with the first task, end when idle and restart when they die.
 * When one dies, each of its tasks is retried once, in a process of its own. A task that kills that one too fails; the others succeed.
 */
export function openChild<Task, Answer>(options: ChildOptions): Child<Task, Answer> {
  const { atOnce, processes = 1, log = () => {} } = options;
  const what = options.args[0] ?? options.module;
  const pool = new Set<Running<Task, Answer>>();
  let waiting: Job<Task, Answer>[] = [];
  /** The number of each person's latest task. */
  const turns = new Map<string, number>();
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isStopped = false;
  let onEmpty: (() => void) | undefined;

  const running = () => [...pool].flatMap(({ jobs }) => [...jobs.values()]);

  function start(isAlone: boolean): Running<Task, Answer> {
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
    pool.add(process);
    return process;
  }

  function settle(process: Running<Task, Answer>, message: Message<Answer>) {
    const job = process.jobs.get(message.id);
    if (!job) return;
    process.jobs.delete(message.id);
    job.stopClocks();
    if ("answer" in message) job.resolve(message.answer);
    else job.reject(new TaskFault("refused", message.message, message.fault));
    if (process.isAlone) dismiss(process);
    dispatch();
  }

  function ended(process: Running<Task, Answer>, how: string) {
    // Programs that it started may still run.
    killGroup(process.child);
    if (!pool.delete(process)) return;
    if (options.sandbox?.mode === "required" && findMissingReason(process.errors) !== undefined) {
      for (const job of process.jobs.values()) {
        job.stopClocks();
        job.reject(new TaskFault("unavailable", "bubblewrap is required and does not work"));
      }
      return dispatch();
    }
    if (!process.isEnded) log(`A media process (${what}) ended: ${[how, ...reasonIn(process.errors)].join(", ")}`);
    for (const job of [...process.jobs.values()].toReversed()) {
      job.stopClocks();
      if (job.isSuspect && !process.isEnded)
        job.reject(new TaskFault("died", `The media process ended over it (${how})`));
      else waiting.unshift(Object.assign(job, { isSuspect: job.isSuspect || !process.isEnded }));
    }
    dispatch();
  }

  /** The process that may run this job now: a running one, or a new one. */
  function roomFor(job: Job<Task, Answer>): Running<Task, Answer> | "new" | undefined {
    const { person } = job.options;
    if (person !== undefined && running().some((other) => other.options.person === person)) return undefined;
    const shared = [...pool].filter(({ isAlone }) => !isAlone);
    if (job.isSuspect) return pool.size - shared.length < maxAlone ? "new" : undefined;
    const free = shared.find(({ jobs, isEnded }) => jobs.size < atOnce && !isEnded);
    return free ?? (shared.length < processes ? "new" : undefined);
  }

  const turnOf = ({ options: { person } }: Job<Task, Answer>) => (person === undefined ? 0 : (turns.get(person) ?? 0));

  /** The waiting job that may start now and whose person had their last turn longest ago. */
  function findNext(): Job<Task, Answer> | undefined {
    const able = waiting.filter((job) => roomFor(job) !== undefined);
    const first = Math.min(...able.map(turnOf));
    return able.find((job) => turnOf(job) === first);
  }

  function dispatch() {
    clearTimeout(idle);
    for (let job = findNext(); job; job = findNext()) {
      waiting = waiting.filter((other) => other !== job);
      const room = roomFor(job);
      give(job, room === "new" || !room ? start(job.isSuspect) : room);
    }
    if (running().length > 0) return;
    turns.clear();
    onEmpty?.();
    idle = setTimeout(() => [...pool].forEach(dismiss), options.idleMs).unref();
  }

  function give(job: Job<Task, Answer>, process: Running<Task, Answer>) {
    const { child, jobs } = process;
    const { deadlineMs, maxCpuMs, person, signal } = job.options;
    const id = ++lastId;
    jobs.set(id, job);
    if (person !== undefined) turns.set(person, id);
    const fail = (fault: TaskFault) => {
      jobs.delete(id);
      job.stopClocks();
      job.reject(fault);
      process.isEnded = true;
      killGroup(child);
    };
    const overdue = (ms: number) => {
      log(`A media process (${what}) was ended: one file took longer than ${ms} ms`);
      fail(new TaskFault("overdue", `It took longer than ${ms} ms`));
    };
    const deadline = setTimeout(() => overdue(deadlineMs), deadlineMs);
    const startedAt = performance.now();
    // Read with the first poll, because most tasks end before it. What the task used until then does not count.
    let cpuMsBefore: number | null | undefined;
    const usedMs = () => {
      const now = cpuMsOf(child.pid);
      cpuMsBefore ??= now;
      return now === null || cpuMsBefore === null ? performance.now() - startedAt : now - cpuMsBefore;
    };
    const cpuClock = maxCpuMs && setInterval(() => usedMs() > maxCpuMs && overdue(maxCpuMs), cpuPollMs);
    const cancel = () => fail(cancelled());
    signal?.addEventListener("abort", cancel);
    job.stopClocks = () => {
      clearTimeout(deadline);
      clearInterval(cpuClock);
      signal?.removeEventListener("abort", cancel);
    };
    child.send({ id, task: job.task }, () => {
      // A broken channel is followed by the event "exit", which handles it.
    });
  }

  /** Closes the channel, upon which the process ends itself. */
  function dismiss(process: Running<Task, Answer>) {
    pool.delete(process);
    if (process.child.connected) process.child.disconnect();
  }

  return {
    run: (task, asked) =>
      new Promise((resolve, reject) => {
        if (isStopped) return reject(new TaskFault("stopped", "The server is stopping"));
        if (asked.signal?.aborted) return reject(cancelled());
        const job: Job<Task, Answer> = {
          task,
          options: asked,
          isSuspect: false,
          stopClocks: () => {},
          resolve,
          reject,
        };
        if (asked.isUrgent) waiting.unshift(job);
        else waiting.push(job);
        // While the task runs, `give` listens.
        asked.signal?.addEventListener("abort", () => {
          if (!waiting.includes(job)) return;
          waiting = waiting.filter((other) => other !== job);
          reject(cancelled());
        });
        dispatch();
      }),
    warm() {
      if (isStopped || pool.size > 0) return;
      start(false);
      dispatch();
    },
    get pid() {
      return [...pool][0]?.child.pid;
    },
    async stop(graceMs) {
      isStopped = true;
      const stopped = () => new TaskFault("stopped", "The server is stopping");
      const left = waiting;
      waiting = [];
      for (const job of left) job.reject(stopped());
      if (running().length > 0) {
        await new Promise<void>((resolve) => {
          onEmpty = resolve;
          setTimeout(resolve, graceMs);
        });
      }
      clearTimeout(idle);
      for (const { child, jobs } of pool) {
        for (const job of jobs.values()) {
          job.stopClocks();
          job.reject(stopped());
        }
        killGroup(child);
      }
      pool.clear();
    },
  };
}

const cancelled = () => new TaskFault("cancelled", "Nobody wants it any more");

/** Suspects of this many deaths run at a time, each in a process of its own, so that they hold up nobody and fill no memory. */
const maxAlone = 2;

/** The line of an error output that names the reason, without V8's dump of its memory. */
function reasonIn(errors: string): string[] {
  const found = /^(?:FATAL ERROR|[A-Za-z]*Error)\b.*$/m.exec(errors)?.[0];
  return found ? [found.slice(0, 200)] : [];
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

/** Kills a process and every process that it started. */
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // All of them have ended already.
  }
}

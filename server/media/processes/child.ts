// Decision 038: why files are read in limited child processes.
// Written by hand because no process pool (workerpool, tinypool) limits memory in the kernel, kills process groups and retries a task alone.
import { type ChildProcess, spawn } from "node:child_process";

export interface ChildOptions {
  /** The module that the process runs, and its command-line arguments. */
  readonly module: string;
  readonly args: readonly string[];
  /** Its whole environment besides PATH and TMPDIR. Secrets belong here, because other users can read a command line. */
  readonly env?: Readonly<Record<string, string>>;
  /** The maximum of concurrent tasks. */
  readonly atOnce: number;
  /** The process ends after this time without a task. */
  readonly idleMs: number;
  /** The memory limit, on top of what an empty Node process reserves. */
  readonly memoryBytes: number;
}

export interface RunOptions {
  /** The time limit of the task, counted from when the process gets it. */
  readonly deadlineMs: number;
  /** Puts the task before all waiting ones. */
  readonly isUrgent?: boolean;
}

export interface Child<Task, Answer> {
  /** Runs a task in the process. Rejects with a `TaskFault`. */
  run(task: Task, options: RunOptions): Promise<Answer>;
  /** Starts the process before the first task comes. */
  warm(): void;
  /** Undefined while no process runs. */
  readonly pid: number | undefined;
  /** Takes no more tasks, gives the running ones `graceMs` to finish, and ends the process. */
  stop(graceMs: number): Promise<void>;
}

/** `refused`: the module failed the task. `died`: the task alone killed the process. `overdue`: too slow. `stopped`: we are stopping. */
export class TaskFault extends Error {
  readonly kind: "refused" | "died" | "overdue" | "stopped";
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
  readonly deadlineMs: number;
  /** The process died while this task ran. It runs again with no other task beside it. */
  isSuspect: boolean;
  isOverdue: boolean;
  timer?: NodeJS.Timeout;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (fault: TaskFault) => void;
}

/** Node reserves this much private memory at its start, and the kernel's limit counts it. */
const reservedBytes = 640 * 1024 * 1024;

/**
 * Runs tasks on untrusted files in a process of their own, which starts with the first task, ends when idle and restarts when it dies.
 * When it dies, each running task is retried once, alone. A task that kills the process again fails; the others succeed.
 */
export function openChild<Task, Answer>(options: ChildOptions): Child<Task, Answer> {
  let current: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isStopped = false;
  let onEmpty: (() => void) | undefined;
  let waiting: Job<Task, Answer>[] = [];
  const running = new Map<number, Job<Task, Answer>>();

  function start(): ChildProcess {
    const child = launch(options);
    child.on("message", (message: Message<Answer>) => settle(message));
    child.on("error", (error) => ended(child, error.message));
    child.on("exit", (code, signal) => ended(child, signal ?? `exit ${code}`));
    return child;
  }

  function settle(message: Message<Answer>) {
    const job = running.get(message.id);
    if (!job) return;
    running.delete(message.id);
    clearTimeout(job.timer);
    if ("answer" in message) job.resolve(message.answer);
    else job.reject(new TaskFault("refused", message.message, message.fault));
    dispatch();
  }

  function ended(child: ChildProcess, how: string) {
    // Programs that it started may still run.
    killGroup(child);
    if (child !== current) return;
    current = undefined;
    const interrupted = [...running.values()];
    running.clear();
    const wasKilled = interrupted.some((job) => job.isOverdue);
    for (const job of interrupted.toReversed()) {
      clearTimeout(job.timer);
      if (job.isOverdue) job.reject(new TaskFault("overdue", `It took longer than ${job.deadlineMs} ms`));
      else if (job.isSuspect) job.reject(new TaskFault("died", `The media process ended over it (${how})`));
      else waiting.unshift(Object.assign(job, { isSuspect: !wasKilled }));
    }
    dispatch();
  }

  const mayStart = (job: Job<Task, Answer>) => {
    if (job.isSuspect) return running.size === 0;
    return running.size < options.atOnce && ![...running.values()].some((other) => other.isSuspect);
  };

  function dispatch() {
    clearTimeout(idle);
    for (let next = waiting[0]; next && mayStart(next); next = waiting[0]) {
      waiting.shift();
      give(next);
    }
    if (running.size > 0) return;
    onEmpty?.();
    idle = setTimeout(end, options.idleMs).unref();
  }

  function give(job: Job<Task, Answer>) {
    current ??= start();
    const child = current;
    const id = ++lastId;
    running.set(id, job);
    job.timer = setTimeout(() => {
      job.isOverdue = true;
      killGroup(child);
    }, job.deadlineMs);
    child.send({ id, task: job.task }, () => {
      // A broken channel is followed by the event "exit", which handles it.
    });
  }

  /** Closes the channel, upon which the process ends itself. */
  function end() {
    const child = current;
    current = undefined;
    if (child?.connected) child.disconnect();
  }

  return {
    run: (task, { deadlineMs, isUrgent = false }) =>
      new Promise((resolve, reject) => {
        if (isStopped) return reject(new TaskFault("stopped", "The server is stopping"));
        const job = { task, deadlineMs, isSuspect: false, isOverdue: false, resolve, reject };
        if (isUrgent) waiting.unshift(job);
        else waiting.push(job);
        dispatch();
      }),
    warm() {
      if (isStopped || current) return;
      current = start();
      dispatch();
    },
    get pid() {
      return current?.pid;
    },
    async stop(graceMs) {
      isStopped = true;
      const left = waiting;
      waiting = [];
      for (const job of left) job.reject(new TaskFault("stopped", "The server is stopping"));
      if (running.size > 0) {
        await new Promise<void>((resolve) => {
          onEmpty = resolve;
          setTimeout(resolve, graceMs);
        });
      }
      clearTimeout(idle);
      for (const job of running.values()) {
        clearTimeout(job.timer);
        job.reject(new TaskFault("stopped", "The server is stopping"));
      }
      running.clear();
      const child = current;
      current = undefined;
      if (child) killGroup(child);
    },
  };
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

/**
 * Starts the process in a session of its own, so that Ctrl-C in the terminal does not reach it, with only the given environment, and with
 * a memory limit that the kernel enforces.
 */
function launch({ module, args, env, memoryBytes }: ChildOptions): ChildProcess {
  const node = [process.execPath, "--max-old-space-size=192", "--disable-warning=ExperimentalWarning", module, ...args];
  const isPosix = process.platform !== "win32";
  const limit = Math.ceil((reservedBytes + memoryBytes) / 1024);
  const [command, ...rest] = isPosix
    ? ["/bin/sh", "-c", `ulimit -d ${limit} 2>/dev/null; ulimit -c 0; exec "$@"`, "sh", ...node]
    : node;
  return spawn(command!, rest, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    detached: isPosix,
    env: {
      PATH: process.env["PATH"],
      TMPDIR: process.env["TMPDIR"],
      VIPS_WARNING: "0",
      // Without this each thread keeps a heap of its own. One heap takes a third less memory over pictures, and is as fast.
      MALLOC_ARENA_MAX: "1",
      ...env,
    },
  });
}

// Decision 038: why files are read in limited child processes.
import { type ChildProcess, spawn } from "node:child_process";

export interface ChildOptions {
  /** The module it runs, and what that is given on its command line. */
  readonly module: string;
  readonly args: readonly string[];
  /** All of its environment beside where programs and temporary files are: what others must not read on its command line. */
  readonly env?: Readonly<Record<string, string>>;
  /** How many tasks it is given at a time. */
  readonly atOnce: number;
  /** Ended after so long without a task. */
  readonly idleMs: number;
  /** What it may claim beyond the space that an empty Node process reserves. */
  readonly memoryBytes: number;
}

export interface RunOptions {
  /** From the moment the process is given the task. */
  readonly deadlineMs: number;
  /** Before those that wait already. */
  readonly isUrgent?: boolean;
}

export interface Child<Task, Answer> {
  /** Has the process do a task. Rejects with a `TaskFault`. */
  run(task: Task, options: RunOptions): Promise<Answer>;
  /** Starts the process, since a task is about to come. */
  warm(): void;
  /** Undefined while no process runs. */
  readonly pid: number | undefined;
  /** Takes no more tasks, lets those under way finish for so long, and ends the process. */
  stop(graceMs: number): Promise<void>;
}

/** `refused` by the module with a name of its own; the process `died` over it, alone; it took too long; we are `stopped`. */
export class TaskFault extends Error {
  readonly kind: "refused" | "died" | "overdue" | "stopped";
  /** What the module called it. */
  readonly fault: string | undefined;
  constructor(kind: TaskFault["kind"], message: string, fault?: string) {
    super(message);
    this.kind = kind;
    this.fault = fault;
  }
}

/** What a module sends back over its channel. */
export type Message<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly fault: string; readonly message: string };

interface Job<Task, Answer> {
  readonly task: Task;
  readonly deadlineMs: number;
  /** A process died while it was under way: it gets one to itself, so that it can hurt no other. */
  isSuspect: boolean;
  isOverdue: boolean;
  timer?: NodeJS.Timeout;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (fault: TaskFault) => void;
}

/** Node reserves this much private space before it does anything; the limit of the kernel counts it. */
const reservedBytes = 640 * 1024 * 1024;

/**
 * A process of its own for work on files from strangers: started with the first task, ended when idle, started again when it
 * dies. When it dies, each task it had is tried once more, alone; the one over which it dies again fails, and no other.
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
    // What it had started itself may still run.
    killGroup(child);
    if (child !== current) return;
    current = undefined;
    const victims = [...running.values()];
    running.clear();
    const wasKilled = victims.some((job) => job.isOverdue);
    for (const job of victims.toReversed()) {
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
      // A channel that broke shows as the exit that follows.
    });
  }

  /** The process ends itself when its channel closes. */
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

/** Ends a process and all that it has started. */
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // None of them is there any more.
  }
}

/**
 * In a session of its own, so that a Ctrl-C in the terminal leaves it to us to end it, with none of our environment but what it is given, and with a
 * bound on its memory that the kernel keeps.
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
      // Each thread would otherwise keep a heap of its own: a third less memory over pictures, and as quick.
      MALLOC_ARENA_MAX: "1",
      ...env,
    },
  });
}

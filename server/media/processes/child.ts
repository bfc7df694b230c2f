// Decision 038: why files are read in limited child processes.
// Written by hand because no process pool (workerpool, tinypool) limits memory in the kernel, kills process groups and retries a task alone.
import type { LaunchOptions } from "./launch.ts";
import { type Running, giveJob, killGroup, reasonIn, startProcess } from "./running-process.ts";
import { findMissingReason } from "./sandbox.ts";
import { type Job, type Message, type RunOptions, TaskFault, cancelled, openTaskQueue } from "./task.ts";

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
 * Runs tasks on untrusted files in processes of their own, which start with the first task, end when idle and restart when they die.
 * When one dies, each of its tasks is retried once, in a process of its own. A task that kills that one too fails; the others succeed.
 */
export function openChild<Task, Answer>(options: ChildOptions): Child<Task, Answer> {
  const { atOnce, processes = 1, log = () => {} } = options;
  const what = options.args[0] ?? options.module;
  const pool = new Set<Running<Task, Answer>>();
  const queue = openTaskQueue<Task, Answer>();
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isStopped = false;
  let onEmpty: (() => void) | undefined;

  const running = () => [...pool].flatMap(({ jobs }) => [...jobs.values()]);

  function start(isAlone: boolean): Running<Task, Answer> {
    const process = startProcess(options, isAlone, settle, ended);
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
      else queue.putBack(Object.assign(job, { isSuspect: job.isSuspect || !process.isEnded }));
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

  function dispatch() {
    clearTimeout(idle);
    const takeNext = () => queue.takeNext((job) => roomFor(job) !== undefined);
    for (let job = takeNext(); job; job = takeNext()) {
      const room = roomFor(job);
      const process = room === "new" || !room ? start(job.isSuspect) : room;
      queue.countTurn(job, ++lastId);
      giveJob(process, job, lastId, (ms) =>
        log(`A media process (${what}) was ended: one file took longer than ${ms} ms`),
      );
    }
    if (running().length > 0) return;
    queue.forgetTurns();
    onEmpty?.();
    idle = setTimeout(() => [...pool].forEach(dismiss), options.idleMs).unref();
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
        queue.add(job);
        // While the task runs, `giveJob` listens.
        asked.signal?.addEventListener("abort", () => {
          if (queue.takeOut(job)) reject(cancelled());
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
      for (const job of queue.takeAll()) job.reject(stopped());
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

/** Suspects of this many deaths run at a time, each in a process of its own, so that they hold up nobody and fill no memory. */
const maxAlone = 2;

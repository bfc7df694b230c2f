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

export const cancelled = (): TaskFault => new TaskFault("cancelled", "Nobody wants it any more");

/** A task that waits or runs. */
export interface Job<Task, Answer> {
  readonly task: Task;
  readonly options: RunOptions;
  /** A process died while this task ran. It runs again in a process of its own. */
  isSuspect: boolean;
  /** Stops the clocks of the running task. */
  stopClocks: () => void;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (fault: TaskFault) => void;
}

/** The tasks that wait for a process. People take turns. */
export function openTaskQueue<Task, Answer>() {
  let waiting: Job<Task, Answer>[] = [];
  /** The number of each person's latest task. */
  const turns = new Map<string, number>();
  const turnOf = ({ options: { person } }: Job<Task, Answer>) => (person === undefined ? 0 : (turns.get(person) ?? 0));

  /** Takes a job out. Returns false if it does not wait. */
  function takeOut(job: Job<Task, Answer>): boolean {
    const isWaiting = waiting.includes(job);
    waiting = waiting.filter((other) => other !== job);
    return isWaiting;
  }

  return {
    add(job: Job<Task, Answer>): void {
      if (job.options.isUrgent) waiting.unshift(job);
      else waiting.push(job);
    },
    /** Puts a job that has run before all others. */
    putBack: (job: Job<Task, Answer>): void => void waiting.unshift(job),
    takeOut,
    /** Takes out the job that may start now and whose person had their last turn longest ago. */
    takeNext(mayStart: (job: Job<Task, Answer>) => boolean): Job<Task, Answer> | undefined {
      const able = waiting.filter(mayStart);
      const first = Math.min(...able.map(turnOf));
      const next = able.find((job) => turnOf(job) === first);
      if (next) takeOut(next);
      return next;
    },
    takeAll(): Job<Task, Answer>[] {
      const all = waiting;
      waiting = [];
      return all;
    },
    /** The job is its person's latest. Numbers ascend. */
    countTurn({ options: { person } }: Job<Task, Answer>, number: number): void {
      if (person !== undefined) turns.set(person, number);
    },
    forgetTurns: (): void => turns.clear(),
  };
}

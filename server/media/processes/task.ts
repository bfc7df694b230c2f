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

/** How people share a queue. */
export interface Turns<Task> {
  /** The person of a task. */
  readonly of: (task: Task) => string;
  /**
   * About how long the task takes. Jobs run in the order in which they would end if each person had a worker of their own: a person's
   * second job goes behind everybody's first, a short one before a long one, and none waits for ever.
   */
  readonly secondsOf: (task: Task) => number;
  /** This process runs at most this many tasks of one person at a time. */
  readonly most?: number;
}

/** Priorities are whole numbers of 32 bits. Seconds since this moment fit until 2088. */
const epochMs = Date.UTC(2020, 0, 1);
const maxQueuers = 10_000;

/**
 * Orders the jobs of a queue by weighted fair queueing (Demers, Keshav and Shenker 1989), with the clock as its virtual time, so that all
 * servers agree. What a person's earlier jobs will take is kept in memory: after a restart, or on a second server, they get one more turn.
 */
export function takeTurns() {
  const freeAt = new Map<string, number>();
  return <Task extends object>(
    { name, turns }: { readonly name: string; readonly turns?: Turns<Task> },
    task: Task,
  ) => {
    if (!turns) return {};
    const person = turns.of(task);
    const key = `${name} ${person}`;
    const now = Date.now();
    const endsAt = Math.max(now, freeAt.get(key) ?? 0) + turns.secondsOf(task) * 1000;
    if (freeAt.size >= maxQueuers) for (const [other, at] of freeAt) if (at < now) freeAt.delete(other);
    freeAt.set(key, endsAt);
    return { priority: -Math.round((endsAt - epochMs) / 1000), group: { id: person } };
  };
}

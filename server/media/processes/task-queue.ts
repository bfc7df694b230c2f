import type { Job } from "./task.ts";

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

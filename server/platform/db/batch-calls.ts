// Written by hand because dataloader batches by tick, not while a query runs, and does not retry the calls of a failed batch.
/**
 * Batches calls. A call runs at once if nothing runs; while a batch runs, new calls wait for the next one, of at most `max`. `work`
 * returns its answers in the order of its arguments. If a batch fails, its calls are retried one by one, so that only the faulty one
 * fails. If `isShared(error)`, all of them fail without retries.
 */
export function batchCalls<Asked, Answer>(
  max: number,
  work: (all: readonly Asked[]) => Promise<readonly Answer[]>,
  isShared: (error: unknown) => boolean = () => false,
): (asked: Asked) => Promise<Answer> {
  interface Waiting {
    readonly asked: Asked;
    readonly resolve: (answer: Answer) => void;
    readonly reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let isWorking = false;

  const runBatch = async (all: readonly Waiting[]): Promise<void> => {
    try {
      const answers = await work(all.map(({ asked }) => asked));
      all.forEach(({ resolve }, i) => resolve(answers[i]!));
    } catch (error) {
      if (all.length === 1 || isShared(error)) return all.forEach(({ reject }) => reject(error));
      for (const one of all) await runBatch([one]);
    }
  };

  const runAll = async () => {
    isWorking = true;
    while (waiting.length > 0) await runBatch(waiting.splice(0, max));
    isWorking = false;
  };

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (!isWorking) void runAll();
    });
}

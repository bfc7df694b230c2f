/**
 * Batches calls. While one batch runs, new calls wait for the next, of at most `max`. `work` answers in the order of the calls. The calls
 * of a batch that fails are tried again one by one, so that only the call at fault fails. `isEveryones` tells the errors, such as an
 * unreachable database, that would hit each of them again: then all calls fail at once.
 */
export function gather<Asked, Answer>(
  max: number,
  work: (all: readonly Asked[]) => Promise<readonly Answer[]>,
  isEveryones: (error: unknown) => boolean = () => false,
): (asked: Asked) => Promise<Answer> {
  interface Waiting {
    readonly asked: Asked;
    readonly resolve: (answer: Answer) => void;
    readonly reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let isWorking = false;

  const round = async (all: readonly Waiting[]): Promise<void> => {
    try {
      const answers = await work(all.map(({ asked }) => asked));
      all.forEach(({ resolve }, i) => resolve(answers[i]!));
    } catch (error) {
      if (all.length === 1 || isEveryones(error)) return all.forEach(({ reject }) => reject(error));
      for (const one of all) await round([one]);
    }
  };

  const workOff = async () => {
    isWorking = true;
    while (waiting.length > 0) await round(waiting.splice(0, max));
    isWorking = false;
  };

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (!isWorking) void workOff();
    });
}

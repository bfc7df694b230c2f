/**
 * Does work on many things at once, without waiting for company: what comes while a round of work is under way makes up the next
 * round, of at most `most`. `work` answers in the order of what it was given. A round that fails is done again one by one, so
 * that only what is at fault fails; unless `isEveryones` says that the failure is nobody's own, and trying again would only take long.
 */
export function gather<Asked, Answer>(
  most: number,
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
    while (waiting.length > 0) await round(waiting.splice(0, most));
    isWorking = false;
  };

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (!isWorking) void workOff();
    });
}

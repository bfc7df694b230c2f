import { availableParallelism } from "node:os";
import { hasProc, watchOthers } from "./proc.ts";

/** Other processes may use this share of the processors during a round that counts. */
const maxOthersShare = 0.05;

/** How many of the rounds since the last call were disturbed by other processes. */
export function takeDisturbed(): { readonly disturbed: number; readonly rounds: number } {
  const taken = { ...seen };
  Object.assign(seen, { disturbed: 0, rounds: 0 });
  return taken;
}
const seen = { disturbed: 0, rounds: 0 };

/**
 * Runs each side once per round, in reverse order every second round, so that drift of the machine affects all sides alike. Leaves out the
 * rounds during which other processes used the processors, unless all were like that.
 */
export async function alternate<S extends string, T>(
  rounds: number,
  sides: Readonly<Record<S, (round: number) => Promise<T>>>,
): Promise<Record<S, T>[]> {
  const names = Object.keys(sides) as S[];
  const results: Record<S, T>[] = [];
  const quiet: Record<S, T>[] = [];
  for (let round = 0; round < rounds; round++) {
    const result = {} as Record<S, T>;
    const othersShare = shareOfOthers();
    for (const name of round % 2 ? names.toReversed() : names) result[name] = await sides[name](round);
    results.push(result);
    if (othersShare() <= maxOthersShare) quiet.push(result);
  }
  seen.rounds += rounds;
  seen.disturbed += rounds - quiet.length;
  return quiet.length > 0 ? quiet : results;
}

/** Returns a function that tells the share of the processors, 0 to 1, that processes other than ours have used since now. */
function shareOfOthers(): () => number {
  if (!hasProc) return () => 0;
  const [used, startedAt] = [watchOthers(), performance.now()];
  return () => used() / (((performance.now() - startedAt) / 1000) * availableParallelism());
}

/** The middle value; of an even count, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

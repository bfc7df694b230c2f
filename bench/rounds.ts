/** Runs each side once per round, in reverse order every second round, so that drift of the machine affects all sides alike. */
export async function alternate<S extends string, T>(
  rounds: number,
  sides: Readonly<Record<S, (round: number) => Promise<T>>>,
): Promise<Record<S, T>[]> {
  const names = Object.keys(sides) as S[];
  const results: Record<S, T>[] = [];
  for (let round = 0; round < rounds; round++) {
    const result = {} as Record<S, T>;
    for (const name of round % 2 ? names.toReversed() : names) result[name] = await sides[name](round);
    results.push(result);
  }
  return results;
}

/** The middle value; of an even count, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

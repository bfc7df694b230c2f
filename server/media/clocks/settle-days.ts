/** A day and how many photos, one after the other, are of it. */
export type DayRun = readonly [day: string, count: number];

/**
 * The days of a gallery, newest first, each once. Photos come in the order of their moments, so where two clocks are set differently (a
 * camera left at home's time, a flight over the date line) days can turn back. As many photos as possible keep the day of their own
 * clock; the others go under the heading that stands above them.
 */
export function settleDays(runs: readonly DayRun[]): readonly DayRun[] {
  if (runs.every(([day], i) => i === 0 || day < runs[i - 1]![0])) return runs;
  const kept = heaviestDescent(runs);
  let day = runs[kept[0]!]![0];
  let next = 0;
  const settled: [string, number][] = [];
  for (const [i, [own, count]] of runs.entries()) {
    if (kept[next] === i) {
      day = own;
      next += 1;
    }
    const last = settled.at(-1);
    if (last?.[0] === day) last[1] += count;
    else settled.push([day, count]);
  }
  return settled;
}

/** The places of those runs that never turn back and hold the most photos together. */
function heaviestDescent(runs: readonly DayRun[]): readonly number[] {
  const days = [...new Set(runs.map(([day]) => day))].toSorted().toReversed();
  const rank = new Map(days.map((day, i) => [day, i + 1]));
  // A Fenwick tree: of all that end on a day or a later one, the heaviest so far.
  const heaviest = Array<number>(days.length + 1).fill(-1);
  const weights: number[] = [];
  const before: number[] = [];
  const heavier = (one: number, other: number) => ((weights[one] ?? 0) >= (weights[other] ?? 0) ? one : other);
  for (const [i, [day, count]] of runs.entries()) {
    let best = -1;
    for (let at = rank.get(day)!; at > 0; at -= at & -at) best = heavier(best, heaviest[at]!);
    weights.push(count + (weights[best] ?? 0));
    before.push(best);
    for (let at = rank.get(day)!; at < heaviest.length; at += at & -at) heaviest[at] = heavier(i, heaviest[at]!);
  }
  const kept: number[] = [];
  for (let at = weights.indexOf(Math.max(...weights)); at >= 0; at = before[at]!) kept.push(at);
  return kept.toReversed();
}

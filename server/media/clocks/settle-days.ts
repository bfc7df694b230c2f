/** A day, and how many photos in a row are of it. */
export type DayRun = readonly [day: string, count: number];

/**
 * Returns the days of a gallery, newest first and each once. Photos are sorted by their moments, so days can turn back where two clocks
 * differ: a camera that shows the time of home, a flight over the date line. As many photos as possible keep the day of their own clock.
 * The others go under the heading above them.
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

/** The indexes of those runs that never turn back and hold the most photos together. */
function heaviestDescent(runs: readonly DayRun[]): readonly number[] {
  const days = [...new Set(runs.map(([day]) => day))].toSorted().toReversed();
  const rankOf = new Map(days.map((day, rank) => [day, rank]));
  /** For each run: the photos of the heaviest descent that ends with it, and the run before it there; -1 for none. */
  const weights: number[] = [];
  const before: number[] = [];
  /** For each day so far: the run that ends the heaviest descent to this day or a newer one. */
  const heaviest: number[] = [];
  const weightOf = (run: number) => weights[run] ?? 0;
  for (const [i, [day, count]] of runs.entries()) {
    const rank = rankOf.get(day)!;
    while (heaviest.length <= rank) heaviest.push(heaviest.at(-1) ?? -1);
    const best = heaviest[rank]!;
    weights.push(count + weightOf(best));
    before.push(best);
    // Clocks differ by a day or two at most, so few days are older than this one.
    for (let at = rank; at < heaviest.length; at++) if (weightOf(i) >= weightOf(heaviest[at]!)) heaviest[at] = i;
  }
  const kept: number[] = [];
  for (let at = weights.indexOf(Math.max(...weights)); at >= 0; at = before[at]!) kept.push(at);
  return kept.toReversed();
}

/**
 * Returns the smallest number of transfers after which everybody is even. Tries for the first who is not even to hand the whole balance to
 * each of the others in turn, and goes on with those. Every way it tries is a plan, and the best plan is among them: it cuts people into
 * groups that sum to 0, and handing on inside a group of k takes k − 1 transfers. Takes too long above 8 people.
 */
export function fewestLines(balances: readonly number[]): number {
  const [first, ...others] = balances.filter((balance) => balance !== 0);
  if (first === undefined) return 0;
  let fewest = Infinity;
  for (const [at, other] of others.entries())
    fewest = Math.min(fewest, 1 + fewestLines(others.with(at, other + first)));
  return fewest;
}

/**
 * Splits a whole number by weights, so that the parts sum to it: each gets the floor of its exact part, and the units left go one each to
 * the largest remainders (Hamilton's method). Of equal remainders the first from `start` on is first, in a circle. `split(-T)` is
 * `-split(T)`. The weights are whole numbers of at least 0, of which one is more.
 */
export function split(total: number, weights: readonly number[], start: number): readonly number[] {
  const units = BigInt(Math.abs(total));
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  if (sum <= 0n) throw new Error("nobody has a weight");
  const exact = weights.map((weight, at) => {
    const product = units * BigInt(weight);
    const place = (at - start + weights.length) % weights.length;
    return { at, place, part: product / sum, rest: product % sum };
  });
  const left = Number(units - exact.reduce((all, { part }) => all + part, 0n));
  const parts = exact.map(({ part }) => Number(part));
  const byRest = exact.toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1));
  for (const { at } of byRest.slice(0, left)) parts[at]!++;
  return total < 0 ? parts.map((part) => (part === 0 ? 0 : -part)) : parts;
}

/** Where the leftover units of a cost begin: spread over its people by the last 32 bits of its key, a UUID. */
export const startOf = (key: string, people: number): number => Number.parseInt(key.slice(-8), 16) % people;

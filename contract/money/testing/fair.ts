import { expect } from "vitest";

/**
 * Demands of parts what Hamilton's method promises: they sum to the total, each is less than a unit from its exact part, nobody without a
 * weight has any, and the units left went to the largest remainders, of equal ones to the first from `start` on.
 */
export function expectFair(total: number, weights: readonly number[], start: number, parts: readonly number[]) {
  const units = BigInt(Math.abs(total));
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  const sizes = parts.map((part) => BigInt(total < 0 ? -part : part));
  const about = `${total} by ${weights.join(":")} from ${start} is ${parts.join(" ")}`;
  expect(
    sizes.reduce((all, size) => all + size, 0n),
    about,
  ).toBe(units);
  // How far each part is above its exact part, in fractions of `sum`: with a unit left more than 0, else 0 or less.
  const above = sizes.map((size, at) => size * sum - units * BigInt(weights[at]!));
  const got = above.flatMap((over, at) => (over > 0n ? [{ over, place: placeOf(at) }] : []));
  const without = above.flatMap((over, at) => (over <= 0n ? [{ over: over + sum, place: placeOf(at) }] : []));
  expect(
    above.every((over) => over > -sum && over < sum),
    about,
  ).toBe(true);
  // The people who got a leftover unit have larger remainders than all others, or equal ones and earlier places.
  const isRight = got.every((one) =>
    without.every((other) => one.over < other.over || (one.over === other.over && one.place < other.place)),
  );
  expect(isRight, about).toBe(true);

  function placeOf(at: number) {
    return (at - start + weights.length) % weights.length;
  }
}

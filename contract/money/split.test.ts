import { describe, expect, test } from "vitest";
import { seeded } from "../../try/stand-ins/seeded.ts";
import { split, startOf } from "./split.ts";
import { expectFair } from "./testing/fair.ts";
import { randomKey } from "./testing/random-cost.ts";

describe("a total is split", () => {
  test.each([
    ["evenly", 900, [1, 1, 1], 0, [300, 300, 300]],
    ["with the unit left to the first from the start on", 100, [1, 1, 1], 1, [33, 34, 33]],
    ["with two units left in a circle", 101, [1, 1, 1], 2, [34, 33, 34]],
    ["with units left to the largest remainders", 10, [3, 3, 1], 2, [4, 4, 2]],
    ["with a unit left to the larger remainder, not to the start", 4, [1, 2, 2], 0, [1, 2, 1]],
    ["with nothing for no weight", 5, [0, 1, 1], 0, [0, 3, 2]],
    ["with all for one weight", 7, [0, 0, 5], 1, [0, 0, 7]],
    ["in a single part", 1, [100_000], 0, [1]],
    ["with fewer units than people", 2, [1, 1, 1, 1, 1], 4, [1, 0, 0, 0, 1]],
    ["by amounts that sum to it", 1000, [1, 332, 667], 1, [1, 332, 667]],
    ["by weights near 10⁹", 999_999_999, [999_999_999, 999_999_998], 0, [500_000_000, 499_999_999]],
    ["by weights whose products no float holds", 1e9, [1e9, 1e9 - 1, 1], 0, [500_000_000, 500_000_000, 0]],
  ] as const)("%s", (_how, total, weights, start, parts) => {
    expect(split(total, weights, start)).toEqual(parts);
    expect(split(-total, weights, start)).toEqual(parts.map((part) => (part === 0 ? 0 : -part)));
  });

  test("not among people without weights", () => {
    expect(() => split(5, [0, 0], 0)).toThrow();
    expect(() => split(5, [], 0)).toThrow();
  });
});

test("the start is the last 32 bits of the key, in a circle", () => {
  const key = "0190a1b2-c3d4-7e5f-8a6b-1234fffffffe";
  expect([1, 2, 3, 7, 200].map((people) => startOf(key, people))).toEqual(
    [1, 2, 3, 7, 200].map((people) => 0xfffffffe % people),
  );
  expect(startOf(key.toUpperCase(), 7)).toBe(startOf(key, 7));
});

test("random splits sum up, no part is a unit off, and minus is a mirror", () => {
  const below = seeded(3);
  for (let round = 0; round < 2000; round++) {
    const people = 1 + below(round % 40 === 0 ? 200 : 12);
    const largest = 10 ** below(10);
    const weights = Array.from({ length: people }, () => below(largest + 1));
    weights[below(people)] = 1 + below(largest);
    const total = 1 + below(10 ** below(10));
    const start = below(people);
    const parts = split(total, weights, start);
    expectFair(total, weights, start, parts);
    expect(split(-total, weights, start).map((part) => (part === 0 ? 0 : -part))).toEqual(parts);
  }
});

test("the order of people changes nobody's part when the circle turns with it", () => {
  const below = seeded(4);
  for (let round = 0; round < 1000; round++) {
    const weights = Array.from({ length: 2 + below(11) }, () => 1 + below(3));
    const [total, start, turn] = [1 + below(1000), below(weights.length), below(weights.length)];
    const turned = [...weights.slice(turn), ...weights.slice(0, turn)];
    const parts = split(total, weights, start);
    const again = split(total, turned, (start - turn + weights.length) % weights.length);
    expect(again).toEqual([...parts.slice(turn), ...parts.slice(0, turn)]);
  }
});

test.each([3, 7, 11])("the cents left of a hundred equal costs spread evenly over %i people", (people) => {
  const below = seeded(5);
  const equal = Array.from({ length: people }, () => 1);
  for (let left = 1; left < people; left++) {
    const extra = Array.from({ length: people }, () => 0);
    for (let cost = 0; cost < 100; cost++) {
      const parts = split(10 * people + left, equal, startOf(randomKey(below), people));
      expect(parts.every((part) => part === 10 || part === 11)).toBe(true);
      for (const [at, part] of parts.entries()) extra[at]! += part - 10;
    }
    // With a random start each gets a unit with the chance left / people, so by Hoeffding's inequality somebody is 35 or more off the
    // mean of a hundred costs with a chance below 2 · e^(−2 · 35² / 100) = 5 · 10⁻¹¹.
    for (const units of extra) expect(Math.abs(units - (100 * left) / people)).toBeLessThan(35);
  }
});

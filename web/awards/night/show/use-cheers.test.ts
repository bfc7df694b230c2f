import { expect, test } from "vitest";
import { reactions } from "#contract/nights.ts";
import { cheersFor } from "./use-cheers.ts";
import { showDrumMs } from "./timing.ts";

test("invented people cheer a winner most, and not before the drum is over", () => {
  const [winner, calm] = [cheersFor(7, "winner"), cheersFor(7, "calm")];
  expect(winner.length).toBeGreaterThan(calm.length);
  expect(calm.length).toBeGreaterThan(1);
  expect(Math.min(...winner.map(({ afterMs }) => afterMs))).toBeGreaterThan(showDrumMs);
  expect(new Set(winner.map(({ afterMs }) => afterMs)).size).toBe(winner.length);
});

test("the cards of a show do not all get the same emoji", () => {
  const seen = [0, 1, 2].map((position) => cheersFor(position, "calm").map(({ emoji }) => emoji));
  expect(new Set(seen.map(String)).size).toBe(3);
  for (const emoji of seen.flat()) expect(reactions).toContain(emoji);
});

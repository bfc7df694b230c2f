import { afterAll, beforeAll, expect, test } from "vitest";
import { type LifeOptions, liveRandomly } from "./random-life.ts";
import { type TwoWorlds, openTwoWorlds } from "./two-worlds.ts";

let worlds: TwoWorlds;
beforeAll(async () => {
  worlds = await openTwoWorlds();
});
afterAll(() => worlds.close());

/** Lives as many lives as there are seeds. A failure names the steps of the life. */
async function compareLives(seeds: readonly number[], options: LifeOptions) {
  let secrets = 0;
  for (const seed of seeds) {
    const log: string[] = [];
    try {
      secrets += await liveRandomly(worlds, seed, options, log);
    } catch (error) {
      if (error instanceof Error) error.message = `Life ${seed}: ${log.join("; ")}\n${error.message}`;
      throw error;
    }
  }
  expect(secrets).toBeGreaterThan(seeds.length / 2);
}

const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

// In `npm test` although it is slow: every rule that protects a ballot is seen here, and a leak can come from any call.
test("two worlds that differ in one secret ballot answer alike until its reveal", { timeout: 180_000 }, () =>
  compareLives(from(1, 4), { steps: 14, isThorough: false }),
);

test("fifteen long lives in two worlds answer everybody alike", { tags: "long", timeout: 1_800_000 }, () =>
  compareLives(from(100, 15), { steps: 40, isThorough: true }),
);

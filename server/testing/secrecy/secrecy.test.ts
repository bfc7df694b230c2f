import { afterAll, beforeAll, expect, test } from "vitest";
import { type LifeOptions, liveRandomly } from "./random-life.ts";
import { type TwoWorlds, openTwoWorlds } from "./two-worlds.ts";

let worlds: TwoWorlds;
beforeAll(async () => {
  worlds = await openTwoWorlds();
});
afterAll(() => worlds.close());

/** Lives one life for each seed. A failure names the steps of the life. */
async function compareLives(seeds: readonly number[], options: LifeOptions) {
  let secrets = 0;
  let kept = 0;
  for (const seed of seeds) {
    const log: string[] = [];
    try {
      const life = await liveRandomly(worlds, seed, options, log);
      secrets += life.secrets;
      kept += life.kept;
    } catch (error) {
      if (error instanceof Error) error.message = `Life ${seed}: ${log.join("; ")}\n${error.message}`;
      throw error;
    }
  }
  expect(secrets).toBeGreaterThan(seeds.length / 2);
  // Without it the lives would end before any result comes out.
  expect(kept).toBeGreaterThan(0);
}

const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

// `npm test` runs this although it is slow: it sees every rule that protects a ballot, and any call can leak one.
test("two worlds that differ in secret ballots answer alike, also after a reveal", { timeout: 180_000 }, () =>
  compareLives(from(1, 4), { steps: 14, isThorough: false }),
);

test("fifteen long lives in two worlds answer everybody alike", { tags: "long", timeout: 1_800_000 }, () =>
  compareLives(from(100, 15), { steps: 40, isThorough: true }),
);

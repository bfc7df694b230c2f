import { expect, test } from "vitest";
import { seeded } from "../../try/stand-ins/seeded.ts";
import { type Met, liveTrip } from "./testing/life.ts";

/** The types of contract/ leave out Node, on which tests run. */
const node = globalThis as unknown as { readonly process: { readonly env: Readonly<Record<string, string>> } };
const given = node.process.env["FUZZ_SEED"];

/** Lives as many trips, each with its own seed. What fails names the seed that repeats this one life. */
function liveTrips(first: number, count: number) {
  const met: Met = new Map();
  for (let seed = first; seed < first + count; seed++)
    try {
      liveTrip(seeded(seed), met);
    } catch (error) {
      throw new Error(`FUZZ_SEED=${seed} npx vitest run contract/money/lives.test.ts repeats this life`, {
        cause: error,
      });
    }
  return met;
}

const everything = ["enter", "edit", "delete", "undo", "payLine", "takePaymentBack", "come", "leave", "deleteAccount"];

test("money adds up after each step of random lives of a trip", () => {
  const met = liveTrips(1, 120);
  const wanted = [...everything, "merge", "undoMerge", "less than a coin", "too large"];
  expect(wanted.filter((step) => (met.get(step) ?? 0) < 5)).toEqual([]);
});

test.runIf(given)("money adds up in the life that FUZZ_SEED names", () => {
  liveTrips(Number(given), 1);
});

const seed = Date.now() % 1_000_000_000;
test(`money adds up in 10,000 lives of a trip (from seed ${seed})`, { tags: "long", timeout: 300_000 }, () => {
  liveTrips(seed, 10_000);
});

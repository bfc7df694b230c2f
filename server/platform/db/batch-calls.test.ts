import { expect, test } from "vitest";
import { batchCalls } from "./batch-calls.ts";

/** Work whose batches end when the test calls `end`. */
function rounds() {
  const begun: { all: readonly number[]; end: (error?: Error) => void }[] = [];
  const work = (all: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      begun.push({ all, end: (error) => (error ? reject(error) : resolve(all.map((n) => `done ${n}`))) });
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { begun, work, settled };
}

test("calls that arrive during a batch form the next one, and each gets its own answer", async () => {
  const { begun, work, settled } = rounds();
  const ask = batchCalls(3, work);
  const answers = [1, 2, 3, 4, 5].map((n) => ask(n));
  expect(begun.map(({ all }) => all)).toEqual([[1]]);
  begun[0]!.end();
  await settled();
  begun[1]!.end();
  await settled();
  begun[2]!.end();
  expect(await Promise.all(answers)).toEqual(["done 1", "done 2", "done 3", "done 4", "done 5"]);
  expect(begun.map(({ all }) => all)).toEqual([[1], [2, 3, 4], [5]]);
  void ask(6);
  expect(begun.at(-1)!.all).toEqual([6]);
});

test("a failing call in a batch fails alone", async () => {
  const asked: (readonly number[])[] = [];
  const ask = batchCalls(10, async (all: readonly number[]) => {
    asked.push(all);
    if (all.includes(3)) throw new Error("not this one");
    return all.map((n) => n * 10);
  });
  const answers = await Promise.allSettled([1, 2, 3, 4].map((n) => ask(n)));
  expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : String(answer.reason)))).toEqual([
    10,
    20,
    "Error: not this one",
    40,
  ]);
  expect(asked).toEqual([[1], [2, 3, 4], [2], [3], [4]]);
});

test("a failure of the connection fails the whole batch without retries", async () => {
  let tries = 0;
  const ask = batchCalls(
    10,
    async (): Promise<never> => {
      tries++;
      throw new Error("the line is dead");
    },
    (error) => error instanceof Error && error.message === "the line is dead",
  );
  const answers = await Promise.allSettled([1, 2, 3, 4].map((n) => ask(n)));
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "rejected"]);
  // The first call alone, then a batch of the other three.
  expect(tries).toBe(2);
});

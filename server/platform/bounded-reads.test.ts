import { expect, test } from "vitest";
import { inTime, keptFor } from "./bounded-reads.ts";

test("whoever asks at once or soon after gets the same answer", async () => {
  let reads = 0;
  const read = keptFor(50, async () => ++reads);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(await read()).toBe(1);
  await expect.poll(read).toBe(2);
});

test("a failure is not kept", async () => {
  let reads = 0;
  const read = keptFor(60_000, async () => {
    if (++reads === 1) throw new Error("down");
    return reads;
  });
  await expect(read()).rejects.toThrow("down");
  expect(await read()).toBe(2);
});

test("work that takes too long is given up", async () => {
  await expect(inTime(20, () => new Promise(() => {}))).rejects.toThrow("No answer within 0.02 s");
  expect(await inTime(1000, async () => 7)).toBe(7);
});

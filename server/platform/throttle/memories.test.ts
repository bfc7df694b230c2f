import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, freshDatabase } from "../../testing/database.ts";
import { databaseMemory } from "./database-memory.ts";
import { processMemory } from "./process-memory.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const limit = { atOnce: 3, everySeconds: 100 };

test.for([
  ["the database", () => databaseMemory(database)],
  ["a process", () => processMemory()],
] as const)("%s allows as many at once as the limit, then says how long to wait", async ([, open]) => {
  const memory = open();
  const takes = async (count: number) => {
    const waits = [];
    for (let n = 0; n < count; n++) waits.push(await memory.take("mal", limit));
    return waits;
  };
  expect(await memory.findWait("mal", limit)).toBeNull();
  expect(await takes(5)).toEqual([null, null, null, 100, 100]);
  expect(await memory.findWait("mal", limit)).toBe(100);
  expect(await memory.findWait("ana", limit)).toBeNull();
  await memory.refund("mal", limit);
  expect(await memory.findWait("mal", limit)).toBeNull();
  expect(await takes(2)).toEqual([null, 100]);
});

test("a process allows one more attempt after each interval", async () => {
  let now = 0;
  const memory = processMemory(() => now);
  for (let n = 0; n < 4; n++) await memory.take("mal", limit);
  now = 99_000;
  expect(await memory.take("mal", limit)).toBe(1);
  now = 100_000;
  expect(await memory.take("mal", limit)).toBeNull();
  expect(await memory.take("mal", limit)).toBe(100);
});

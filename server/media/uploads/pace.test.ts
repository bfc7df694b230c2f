import { expect, test } from "vitest";
import { processMemory } from "../../platform/throttle/process-memory.ts";
import { openThrottle } from "../../platform/throttle/throttle.ts";
import { openPace } from "./pace.ts";

function openClock() {
  const clock = { now: 0, waits: [] as number[] };
  const now = () => clock.now;
  const pace = openPace(openThrottle(processMemory(now), true), now, async (ms) => clock.waits.push(ms));
  return { clock, pace };
}

test("after three refused files only that person's uploads begin a second apart", async () => {
  const { clock, pace } = openClock();
  for (const at of [0, 100]) {
    clock.now = at;
    await pace.noteRefused("mal");
    await pace.turn("mal");
  }
  expect(clock.waits).toEqual([]);
  await pace.noteRefused("mal");
  for (const person of ["mal", "ana", "mal", "mal"]) await pace.turn(person);
  expect(clock.waits).toEqual([0, 1000, 2000]);
  clock.now = 10_100;
  await pace.turn("mal");
  expect(clock.waits).toHaveLength(3);
});

test("an upload that would wait longer than ten seconds is refused for now", async () => {
  const { pace } = openClock();
  for (let n = 0; n < 3; n++) await pace.noteRefused("mal");
  for (let n = 0; n < 11; n++) await pace.turn("mal");
  await expect(pace.turn("mal")).rejects.toMatchObject({ code: "too_many_requests", extra: { retryAfter: 11 } });
  await pace.turn("ana");
});

import { expect, test } from "vitest";
import type { NightTime } from "#contract/night-time.ts";
import { nextBallot } from "./next-ballot.ts";

const trip = (id: string, awardsToVoteOn: number | null, startDate: string, startsAt?: string | null) => ({
  id,
  awardsToVoteOn,
  startDate,
  night:
    startsAt === undefined
      ? null
      : ({ startsAt, timeZone: "UTC", stage: "planned", overAt: null, noSelfVotes: false } satisfies NightTime),
});
const [past, ahead] = ["2026-07-01", "2026-09-01"];

test.each([
  ["nobody waits", [trip("a", 0, past), trip("b", null, past)], undefined],
  ["the soonest night", [trip("a", 2, past, "2026-08-02"), trip("b", 1, past, "2026-08-01"), trip("c", 3, past)], "b"],
  ["a night without a time is none", [trip("a", 2, past, null), trip("b", 1, past, "2026-08-01")], "b"],
  ["a trip that has begun", [trip("a", 2, ahead), trip("b", 1, past)], "b"],
  ["the first of the list", [trip("a", 2, past), trip("b", 1, past)], "a"],
])("the ballot that waits: %s", (_why, trips, id) => {
  expect(nextBallot(trips, "2026-07-10")?.id).toBe(id);
});

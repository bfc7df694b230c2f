import { describe, expect, test } from "vitest";
import type { BriefTrip } from "#contract/trips.ts";
import { findNextTrip } from "./next-trip.ts";

const serverDay = "2026-07-12";
const trip = (start: string, end: string) =>
  ({
    startDate: `${start}T00:00:00.000Z`,
    endDate: `${end}T00:00:00.000Z`,
    isActive: start <= serverDay && end >= serverDay,
  }) as BriefTrip;

describe.each(["2026-07-11", "2026-07-12", "2026-07-13"])("a browser whose day is %s opens", (day) => {
  test.each([
    ["on a trip that runs by the server's day", trip("2026-07-12", "2026-07-12"), "during"],
    ["before a trip that starts tomorrow", trip("2026-07-13", "2026-07-20"), "before"],
    ["before a trip that starts later", trip("2026-07-14", "2026-07-14"), "before"],
    ["after a trip that ended yesterday", trip("2026-07-01", "2026-07-11"), "after"],
  ])("%s", (_what, first, is) => {
    expect(findNextTrip([first, trip("2026-07-30", "2026-07-31")], day)).toEqual({ is, trip: first });
  });
});

import { describe, expect, test } from "vitest";
import type { Squad } from "#contract/squads.ts";
import type { BriefTrip } from "#contract/trips.ts";
import { findNextTrip, ownFirst } from "./next-trip.ts";

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
    expect(findNextTrip([first, trip("2026-07-30", "2026-07-31")], [], day)).toEqual({ is, trip: first });
  });
});

describe("beside the example", () => {
  const [example, own] = [{ id: "example", isDemo: true } as Squad, { id: "own", isDemo: false } as Squad];
  const exampleTrip = { ...trip("2025-09-13", "2025-09-20"), squadId: "example" };
  const [ownTrip, squadless] = [
    { ...trip("2020-09-13", "2020-09-20"), squadId: "own" },
    { ...trip("2019-09-13", "2019-09-20"), squadId: null },
  ];

  test("a person's own squads and trips come first, each in their order", () => {
    expect(ownFirst({ squads: [example, own], trips: [exampleTrip, ownTrip, squadless] })).toEqual({
      squads: [own, example],
      trips: [ownTrip, squadless, exampleTrip],
    });
  });

  test("a squad without a trip opens on none, a person without a squad on the example", () => {
    expect(findNextTrip([exampleTrip], [own, example], serverDay)).toBeUndefined();
    expect(findNextTrip([exampleTrip], [example], serverDay)?.trip).toBe(exampleTrip);
    expect(findNextTrip([ownTrip, exampleTrip], [own, example], serverDay)?.trip).toBe(ownTrip);
  });
});

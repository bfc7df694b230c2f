import { expect, test } from "vitest";
import type { NightTime } from "#contract/night-time.ts";
import type { BriefTrip } from "#contract/trips.ts";
import { findNextNight } from "./next-night.ts";

const hourMs = 3_600_000;
const now = Date.parse("2026-07-12T12:00:00.000Z");
const at = (hours: number) => new Date(now + hours * hourMs).toJSON();

const nightOf = (night: Partial<NightTime>): NightTime => ({
  startsAt: at(1),
  timeZone: "UTC",
  stage: "planned",
  overAt: null,
  noSelfVotes: false,
  ...night,
});

const tripOf = (id: string, night: NightTime | null, isActive = false): BriefTrip => ({
  id,
  squadId: id,
  name: id,
  location: "Ericeira",
  startDate: "2026-07-01T00:00:00.000Z",
  endDate: "2026-07-08T00:00:00.000Z",
  coverUrl: null,
  isActive,
  memberCount: 2,
  voterCount: 2,
  categoryCount: 1,
  allVotingComplete: false,
  awardsToVoteOn: 1,
  costBalance: null,
  newPhotos: 0,
  night,
});

const found = (...trips: BriefTrip[]) => findNextNight(trips, ({ id }) => id === "demo", now)?.id;

test("the dashboard opens on a night from a day before it until a week after", () => {
  expect(found(tripOf("none", null))).toBeUndefined();
  expect(found(tripOf("far", nightOf({ startsAt: at(25) })))).toBeUndefined();
  expect(found(tripOf("near", nightOf({ startsAt: at(23) })))).toBe("near");
  expect(found(tripOf("due", nightOf({ startsAt: at(-30), stage: "closed" })))).toBe("due");
  expect(found(tripOf("over", nightOf({ stage: "over", overAt: at(-6 * 24) })))).toBe("over");
  expect(found(tripOf("old", nightOf({ stage: "over", overAt: at(-8 * 24) })))).toBeUndefined();
});

test("a running show comes before the next evening, and that before the last one", () => {
  const over = tripOf("over", nightOf({ stage: "over", overAt: at(-24) }));
  const later = tripOf("later", nightOf({ stage: "over", overAt: at(-2) }));
  const soon = tripOf("soon", nightOf({ startsAt: at(2) }));
  const sooner = tripOf("sooner", nightOf({ startsAt: at(1) }));
  const live = tripOf("live", nightOf({ stage: "live", startsAt: at(-1) }));
  expect(found(over, soon, live, sooner)).toBe("live");
  expect(found(over, soon, sooner)).toBe("sooner");
  expect(found(over, later)).toBe("later");
  expect(found(over, tripOf("running", null, true))).toBeUndefined();
});

test("the night of an example waits until there is none of one's own", () => {
  const demo = (night: Partial<NightTime>) => tripOf("demo", nightOf({ startsAt: null, ...night }));
  expect(found(demo({}))).toBeUndefined();
  expect(found(demo({ stage: "closed" }))).toBe("demo");
  expect(found(demo({ stage: "live" }), tripOf("own", nightOf({ startsAt: at(2) })))).toBe("own");
  expect(found(demo({ stage: "over", overAt: at(-1) }))).toBe("demo");
});

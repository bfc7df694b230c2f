import { expect, test } from "vitest";
import type { NightCard } from "#contract/nights.ts";
import { keys } from "./keys.ts";
import { touchedBy } from "./live.ts";

const id = "00000000-0000-7000-8000-000000000001";

test("a vote marks only its trip and the awards list as stale", () => {
  expect(touchedBy({ scope: "trip", id, kind: "vote" })).toEqual([keys.trip(id), keys.awards]);
});

test("a reveal marks trips, dashboard, awards and profiles as stale", () => {
  const touched = touchedBy({ scope: "trip", id, kind: "revealed" });
  expect(touched).toEqual(expect.arrayContaining([keys.trip(id), keys.trips, keys.dashboard, keys.awards, ["person"]]));
});

test("a new photo marks the dashboard, the recent photos and the awards as stale", () => {
  const touched = touchedBy({ scope: "squad", id, kind: "media" });
  expect(touched).toEqual(expect.arrayContaining([keys.squad(id), keys.dashboard, keys.recentMedia, keys.awards]));
});

test("a hint of the inbox marks the inbox as stale and nothing else", () => {
  expect(touchedBy({ scope: "user", id, kind: "inbox" })).toEqual([keys.inbox]);
});

test.each(["members", "media", "revealed", "categories", "night", "trip", "squad", "deleted"] as const)(
  "a hint of the kind %s marks the inbox as stale",
  (kind) => expect(touchedBy({ scope: "trip", id, kind })).toContainEqual(keys.inbox),
);

test("a hint about costs marks trips and the lists that show them as stale", () => {
  const touched = touchedBy({ scope: "user", id, kind: "costs" });
  expect(touched).toEqual([["trip"], ["squad"], keys.trips, keys.dashboard]);
});

test("a hint about the viewer marks everything as stale", () => {
  expect(touchedBy({ scope: "user", id, kind: "deleted" })).toEqual([[]]);
});

test("the cards of a show mark nothing as stale between the first and the last", () => {
  const card: NightCard = { kind: "title", crew: [], awardCount: 1 };
  const at = (position: number, isLast = false) => ({ position, isLast, cardAt: "", movesByItself: false, card });
  const touched = (position: number, isLast?: boolean) =>
    touchedBy({ scope: "trip", id, kind: "night", show: at(position, isLast) });
  expect(touched(1)).toEqual([]);
  for (const keysOf of [touched(0), touched(5, true), touchedBy({ scope: "trip", id, kind: "night" })])
    expect(keysOf).toEqual(expect.arrayContaining([keys.trip(id), keys.awards, keys.trips, keys.dashboard]));
  expect(touchedBy({ scope: "trip", id, kind: "reaction", emoji: "🔥" })).toEqual([]);
  expect(touchedBy({ scope: "trip", id, kind: "here", person: id, asks: true })).toEqual([]);
});

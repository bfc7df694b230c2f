import { expect, test } from "vitest";
import { keys } from "./keys.ts";
import { touchedBy } from "./live.ts";

const id = "00000000-0000-7000-8000-000000000001";

test("a vote makes its trip's answers old, and the list of awards, and nothing else", () => {
  expect(touchedBy({ scope: "trip", id, kind: "vote" })).toEqual([keys.trip(id), keys.awards]);
});

test("a revealed award changes trips, dashboard and medals", () => {
  const touched = touchedBy({ scope: "trip", id, kind: "revealed" });
  expect(touched).toEqual(expect.arrayContaining([keys.trip(id), keys.trips, keys.dashboard, keys.awards, ["person"]]));
});

test("a new photo shows on the dashboard and among the recent ones", () => {
  const touched = touchedBy({ scope: "squad", id, kind: "media" });
  expect(touched).toEqual(expect.arrayContaining([keys.squad(id), keys.dashboard, keys.recentMedia]));
});

test("a hint about oneself makes everything old", () => {
  expect(touchedBy({ scope: "user", id, kind: "deleted" })).toEqual([[]]);
});

import { expect, test } from "vitest";
import { entryPath } from "./entry-path.ts";

const none = { tripId: null, squadId: null, photoIds: [] };
const trip = { ...none, tripId: "t", squadId: "s", photoIds: ["p", "q"] };
const squad = { ...none, squadId: "s", photoIds: ["p"] };

test.each([
  [{ ...trip, opens: "trip" }, "/trips/t"],
  [{ ...trip, opens: "crew" }, "/trips/t"],
  [{ ...trip, opens: "photo" }, "/trips/t?photo=p"],
  [{ ...trip, opens: "photo", photoIds: [] }, "/trips/t"],
  [{ ...trip, opens: "ballot" }, "/trips/t/awards"],
  [{ ...trip, opens: "leaderboard" }, "/trips/t/leaderboard"],
  [{ ...trip, opens: "night" }, "/trips/t/night"],
  [{ ...trip, opens: "costs" }, "/trips/t/costs"],
  [{ ...trip, opens: "squad" }, "/squads/s"],
  [{ ...squad, opens: "squad" }, "/squads/s"],
  [{ ...squad, opens: "photo" }, "/squads/s?photo=p"],
  [{ ...squad, opens: "trip" }, "/squads/s"],
  [{ ...none, opens: "trip" }, undefined],
] as const)("an entry %j opens %s", (entry, path) => expect(entryPath(entry)).toBe(path));

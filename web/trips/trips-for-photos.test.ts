import { expect, test } from "vitest";
import { tripsForPhotos } from "./trips-for-photos.ts";

const trip = (name: string, from: string, to: string, squadId = "own") => ({
  name,
  squadId,
  startDate: `${from}T00:00:00.000Z`,
  endDate: `${to}T00:00:00.000Z`,
});
const trips = [
  trip("to come", "2026-09-01", "2026-09-08"),
  trip("long ago", "2025-07-01", "2025-07-09"),
  trip("running", "2026-07-08", "2026-07-12"),
  trip("last month", "2026-06-01", "2026-06-09"),
  trip("soon", "2026-08-01", "2026-08-03"),
  trip("invented", "2026-07-01", "2026-07-20", "example"),
];
const namesOf = (squads: { id: string; isDemo: boolean }[]) =>
  tripsForPhotos(trips, squads, "2026-07-10").map(({ name }) => name);

test("the running trip comes first, then the past, then those to come", () => {
  expect(
    namesOf([
      { id: "own", isDemo: false },
      { id: "example", isDemo: true },
    ]),
  ).toEqual(["running", "last month", "long ago", "soon", "to come"]);
});

test("the example takes photos from somebody without a squad of their own", () => {
  expect(namesOf([{ id: "example", isDemo: true }])).toContain("invented");
});

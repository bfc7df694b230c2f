import { expect, test } from "vitest";
import { byNearness } from "./next-trip.ts";

const trip = (startDate: string, endDate: string, isActive = false) => ({
  startDate: `${startDate}T00:00:00.000Z`,
  endDate: `${endDate}T00:00:00.000Z`,
  isActive,
});

test("the running trip comes first, then the next ones, then the past ones", () => {
  const long = trip("2026-07-01", "2026-08-30", true);
  const short = trip("2026-07-10", "2026-07-14", true);
  const soon = trip("2026-07-20", "2026-07-22");
  const later = trip("2027-01-01", "2027-01-08");
  const recent = trip("2026-06-01", "2026-06-30");
  const old = trip("2025-06-01", "2025-06-30");
  expect(byNearness([later, soon, long, short, recent, old].toReversed(), "2026-07-12")).toEqual([
    short,
    long,
    soon,
    later,
    recent,
    old,
  ]);
});

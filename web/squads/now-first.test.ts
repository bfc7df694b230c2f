import { expect, test } from "vitest";
import { nowFirst } from "./now-first.ts";

test("the trip that runs comes first, then the next ones, then the past", () => {
  const trip = (startDate: string, isActive = false) => ({ startDate: `${startDate}T00:00:00.000Z`, isActive });
  const latestFirst = [
    trip("2027-01-01"),
    trip("2026-07-20"),
    trip("2026-07-10", true),
    trip("2026-07-01"),
    trip("2025-01-01"),
  ];
  const order = nowFirst(latestFirst, "2026-07-12").map((one) => latestFirst.indexOf(one));
  expect(order).toEqual([2, 1, 0, 3, 4]);
});

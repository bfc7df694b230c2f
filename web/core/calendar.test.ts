import { expect, test } from "vitest";
import { dayOf, formatDay, formatDays, today } from "./calendar.ts";

const plain = (text: string) => text.replaceAll(/[\u2009\u202f]/g, " ");

test("a date range names a shared month and year once", () => {
  expect(plain(formatDays("2026-07-04T00:00:00.000Z", "2026-07-11T00:00:00.000Z"))).toBe("4 – 11 Jul 2026");
  expect(plain(formatDays("2026-06-30T00:00:00.000Z", "2026-09-02T00:00:00.000Z"))).toBe("30 Jun – 2 Sept 2026");
  expect(plain(formatDays("2026-12-30T00:00:00.000Z", "2027-01-02T00:00:00.000Z"))).toBe("30 Dec 2026 – 2 Jan 2027");
  expect(plain(formatDays("2026-07-04T00:00:00.000Z", "2026-07-04T00:00:00.000Z"))).toBe("4 Jul 2026");
});

test("a day on the wire is the same in every time zone", () => {
  expect(dayOf("2026-07-04T00:00:00.000Z")).toBe("2026-07-04");
  expect(formatDay("2026-07-04T00:00:00.000Z")).toBe("4 Jul 2026");
});

test("today is the browser's local day, not UTC's", () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
  expect(today(new Date(2026, 0, 5, 0, 1))).toBe("2026-01-05");
});

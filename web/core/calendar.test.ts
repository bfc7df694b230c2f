import { expect, test } from "vitest";
import { locale } from "#contract/locale.ts";
import { dayOf, formatDay, formatDays, formatShortDay, today } from "./calendar.ts";
import { formatCount } from "./count.ts";

const plain = (text: string) => text.replaceAll(/[\u2009\u202f]/g, " ");

test("a date range names a shared month and year once", () => {
  expect(plain(formatDays("2026-07-04T00:00:00.000Z", "2026-07-11T00:00:00.000Z"))).toBe("4 – 11 Jul 2026");
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

/** Every day of four years, one of them a leap year. */
const days = Array.from({ length: 1461 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString());

test.each([
  ["a day", formatDay, { day: "numeric", month: "short", year: "numeric" }],
  ["a short day", formatShortDay, { day: "numeric", month: "short" }],
] as const)("%s reads as Intl writes it", (_what, write, options) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  const wanted = days.map((day) => format.format(new Date(day)));
  expect(days.map((day) => write(day))).toEqual(wanted);
});

test("a date range reads as Intl writes it", () => {
  const format = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  for (const length of [0, 1, 6, 31, 365, 366]) {
    const ranges = days.slice(length).map((end, n) => [days[n]!, end] as const);
    const wanted = ranges.map(([start, end]) => plain(format.formatRange(new Date(start), new Date(end))));
    expect(ranges.map(([start, end]) => plain(formatDays(start, end)))).toEqual(wanted);
  }
});

test("a count has commas between thousands", () => {
  const counts = [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890];
  expect(counts.map(formatCount)).toEqual(counts.map((count) => count.toLocaleString(locale)));
});

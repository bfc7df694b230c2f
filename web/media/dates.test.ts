import { expect, test } from "vitest";
import { locale } from "#contract/locale.ts";
import { formatMonth, formatShortWeekday, formatTime, formatWeekday } from "./dates.ts";

/** Every day of four years, one of them a leap year. */
const days = Array.from({ length: 1461 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString());

test.each([
  ["a weekday", formatWeekday, { weekday: "long", day: "numeric", month: "long" }],
  ["a short weekday", formatShortWeekday, { weekday: "short", day: "numeric", month: "short" }],
  ["a month", formatMonth, { month: "long", year: "numeric" }],
] as const)("%s reads as Intl writes it", (_what, write, options) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  // Versions of Intl differ in a comma after the weekday.
  const wanted = days.map((day) => format.format(new Date(day)).replace(",", ""));
  expect(days.map((day) => write(day))).toEqual(wanted);
});

test("a time reads as Intl writes it, by the clock of a camera or of this browser", () => {
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  const [here, utc] = [undefined, "UTC"].map((timeZone) => new Intl.DateTimeFormat(locale, { ...style, timeZone }));
  for (const [n, day] of days.entries()) {
    const instant = new Date(Date.parse(day) + (n % 1440) * 60_000);
    expect(formatTime(instant)).toBe(here!.format(instant));
    expect(formatTime(instant.toISOString().slice(0, 19))).toBe(utc!.format(instant));
  }
});

import { expect, test } from "vitest";
import { formatMonth, formatShortDay, formatShortWeekday, formatTime, formatWeekday } from "./dates.ts";

test("a day has a long name and shorter ones", () => {
  const day = "2026-09-05";
  expect(formatWeekday(day)).toBe("Saturday 5 September");
  expect(formatShortWeekday(day)).toBe("Sat 5 Sept");
  expect(formatShortDay(day)).toBe("5 Sept");
  expect(formatMonth(day)).toBe("September 2026");
});

test("a time goes by the clock of a camera or of this browser", () => {
  expect(formatTime("2026-07-04T18:20:00")).toBe("4 Jul 2026, 18:20");
  expect(formatTime("2026-01-09T00:05:59")).toBe("9 Jan 2026, 00:05");
  expect(formatTime(new Date(2026, 6, 4, 18, 20))).toBe("4 Jul 2026, 18:20");
});

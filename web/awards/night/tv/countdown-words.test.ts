import { expect, test } from "vitest";
import { countdownWords } from "./countdown-words.ts";

test("the countdown names days, and never falls below zero", () => {
  const hour = 3_600_000;
  expect(countdownWords(50 * hour + 61_000)).toBe("2 days 02:01:01");
  expect(countdownWords(24 * hour)).toBe("1 day 00:00:00");
  expect(countdownWords(1)).toBe("00:00:01");
  expect(countdownWords(-5000)).toBe("00:00:00");
});

import { expect, test } from "vitest";
import { agoOf } from "./account-words.ts";

test.each([
  ["2026-07-04T12:00:00.000Z", "in the last hour"],
  ["2026-07-04T11:30:00.000Z", "1 hour ago"],
  ["2026-07-03T13:00:00.000Z", "23 hours ago"],
  ["2026-07-03T12:00:00.000Z", "yesterday"],
  ["2026-06-04T12:00:00.000Z", "30 days ago"],
  // The browser's clock is behind the server's.
  ["2026-07-04T13:30:00.000Z", "in the last hour"],
])("%s is %s at 12:45 on July 4", (timestamp, words) => {
  expect(agoOf(timestamp, Date.parse("2026-07-04T12:45:00.000Z"))).toBe(words);
});

import { expect, test } from "vitest";
import { captureTimeInName } from "./name-date.ts";

test.each([
  ["Screenshot 2025-07-14 at 9.41.07\u202fPM.png", "2025-07-14T21:41:07.000Z"],
  ["Screenshot 2025-07-14 at 9.41.07 AM.png", "2025-07-14T09:41:07.000Z"],
  ["Screenshot 2025-07-14 at 12.05.00 AM (2).png", "2025-07-14T00:05:00.000Z"],
  ["Screenshot 2025-07-14 at 12.05.00 pm.png", "2025-07-14T12:05:00.000Z"],
  ["Screenshot 2025-07-14 at 21.41.07.png", "2025-07-14T21:41:07.000Z"],
  ["IMG_20250714_094107.jpg", "2025-07-14T09:41:07.000Z"],
  ["2025-07-14 9 pm at the reef.jpg", "2025-07-14T12:00:00.000Z"],
])("the file name %j gives the capture time %s", (name, takenAt) => {
  expect(captureTimeInName(name)).toEqual({ takenAt, utcOffset: null, isLocalClock: true });
});

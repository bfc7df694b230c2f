import { expect, test } from "vitest";
import { partsOf, spokenTimeLeft } from "./time-left.ts";

const ms = (days: number, hours = 0, minutes = 0, seconds = 0) =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;

test("the time left is told in days, hours, minutes and seconds", () => {
  expect(partsOf(ms(2, 3, 4, 5))).toEqual({ days: 2, hours: 3, minutes: 4, seconds: 5 });
  expect(partsOf(400)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 });
  expect(partsOf(-5000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});

test("a screen reader hears the time left in few steps", () => {
  const spoken = new Set<string>();
  for (let left = ms(0, 1, 59, 59); left >= 0; left -= 1000) spoken.add(spokenTimeLeft(left));
  expect([...spoken]).toEqual([
    "1 hour left",
    "Less than an hour left",
    "Less than 30 minutes left",
    "Less than 10 minutes left",
    "Less than 5 minutes left",
    "Less than 1 minute left",
    "It is time",
  ]);
  expect(spokenTimeLeft(ms(2, 23))).toBe("2 days left");
});

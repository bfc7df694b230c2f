import { expect, test } from "vitest";
import { findInstant, localTimeOf } from "./zoned-time.ts";

const instantOf = (local: string, zone: string) => findInstant(local, zone)?.toJSON();

test("a clock time becomes the instant of its time zone", () => {
  expect(instantOf("2026-07-12T20:00", "Europe/Lisbon")).toBe("2026-07-12T19:00:00.000Z");
  expect(instantOf("2026-12-12T20:00", "Europe/Lisbon")).toBe("2026-12-12T20:00:00.000Z");
  expect(instantOf("2026-07-12T20:00", "Asia/Kolkata")).toBe("2026-07-12T14:30:00.000Z");
  expect(instantOf("2026-07-12T20:00", "Pacific/Kiritimati")).toBe("2026-07-12T06:00:00.000Z");
  expect(instantOf("2026-07-12T20:00", "UTC")).toBe("2026-07-12T20:00:00.000Z");
});

test("an hour that the clocks skip counts as if they had not been changed", () => {
  expect(instantOf("2026-03-29T01:30", "Europe/Lisbon")).toBe("2026-03-29T01:30:00.000Z");
  expect(instantOf("2026-03-08T02:30", "America/New_York")).toBe("2026-03-08T07:30:00.000Z");
  expect(instantOf("2026-10-04T02:15", "Australia/Lord_Howe")).toBe("2026-10-03T15:45:00.000Z");
});

test("an hour that the clocks have twice counts the first time", () => {
  expect(instantOf("2026-10-25T01:30", "Europe/Lisbon")).toBe("2026-10-25T00:30:00.000Z");
  expect(instantOf("2026-11-01T01:30", "America/New_York")).toBe("2026-11-01T05:30:00.000Z");
  expect(instantOf("2026-04-05T01:45", "Australia/Lord_Howe")).toBe("2026-04-04T14:45:00.000Z");
});

test("the hours around a change of summer time stay what they are", () => {
  expect(instantOf("2026-03-29T00:59", "Europe/Lisbon")).toBe("2026-03-29T00:59:00.000Z");
  expect(instantOf("2026-03-29T02:00", "Europe/Lisbon")).toBe("2026-03-29T01:00:00.000Z");
  expect(instantOf("2026-10-25T00:59", "Europe/Lisbon")).toBe("2026-10-24T23:59:00.000Z");
  expect(instantOf("2026-10-25T02:00", "Europe/Lisbon")).toBe("2026-10-25T02:00:00.000Z");
});

test("an instant becomes the clock time of its time zone, midnight included", () => {
  expect(localTimeOf(new Date("2026-07-12T19:00:00Z"), "Europe/Lisbon")).toBe("2026-07-12T20:00");
  expect(localTimeOf(new Date("2026-07-11T23:00:00Z"), "Europe/Lisbon")).toBe("2026-07-12T00:00");
});

test("an unfinished time is no instant", () => {
  expect(findInstant("", "Europe/Lisbon")).toBeUndefined();
  expect(findInstant("2026-13-40T20:00", "Europe/Lisbon")).toBeUndefined();
});

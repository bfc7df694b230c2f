import { afterEach, describe, expect, it, vi } from "vitest";
import { dayOf, formatDay, formatDays, today } from "../core/calendar.ts";
import { dayAfter, daysOf, endAfterMove, toWire } from "./days.ts";

afterEach(() => void vi.unstubAllEnvs());

describe.each(["Pacific/Auckland", "America/Los_Angeles", "UTC"])("a trip's days, seen from %s", (zone) => {
  it("stay the picked days, on each day of three years", () => {
    vi.stubEnv("TZ", zone);
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2027, 0, 1); at += 86_400_000) {
      const picked = new Date(at).toISOString().slice(0, 10);
      const wire = toWire(picked);
      expect(wire).toBe(`${picked}T00:00:00.000Z`);
      expect(dayOf(wire)).toBe(picked);
      expect(formatDay(wire)).toContain(String(Number(picked.slice(8))));
    }
  });

  it("are written the same in every time zone", () => {
    vi.stubEnv("TZ", zone);
    const [start, end] = [toWire("2026-07-04"), toWire("2026-07-11")];
    expect(formatDays(start, end)).toMatch(/^4\s?–\s?11 Jul 2026$/);
  });

  it("are counted across changes of summer time", () => {
    vi.stubEnv("TZ", zone);
    expect(daysOf(toWire("2026-03-01"), toWire("2026-04-30"))).toBe(61);
    expect(daysOf(toWire("2026-10-01"), toWire("2026-11-30"))).toBe(61);
    expect(daysOf(toWire("2026-07-04"), toWire("2026-07-04"))).toBe(1);
  });
});

describe("today", () => {
  it("is the local calendar day", () => {
    const moment = new Date("2026-07-04T11:30:00.000Z");
    vi.stubEnv("TZ", "Pacific/Auckland");
    expect(today(moment)).toBe("2026-07-04");
    expect(today(new Date("2026-07-04T12:30:00.000Z"))).toBe("2026-07-05");
    vi.stubEnv("TZ", "America/Los_Angeles");
    expect(today(new Date("2026-07-04T06:30:00.000Z"))).toBe("2026-07-03");
  });
});

describe("an empty date input", () => {
  it("stays empty, so that the form can say what is missing", () => {
    expect(toWire("")).toBe("");
  });
});

describe("a day so many days later", () => {
  it("is counted over months, years and changes of summer time", () => {
    expect(dayAfter("2026-07-30", 2)).toBe("2026-08-01");
    expect(dayAfter("2026-12-31", 2)).toBe("2027-01-02");
    expect(dayAfter("2026-03-28", 2)).toBe("2026-03-30");
  });

  it("is empty after what is no day", () => {
    for (const day of ["", "2026-02-", "20260-07-04"]) expect(dayAfter(day, 2)).toBe("");
  });
});

describe("a trip whose start moves", () => {
  it("keeps its nights", () => {
    expect(endAfterMove("2026-07-04", "2026-09-10", "2026-07-06")).toBe("2026-09-12");
    expect(endAfterMove("2026-07-04", "2026-06-30", "2026-07-04")).toBe("2026-06-30");
  });

  it("leaves the end alone where a day is missing or the end precedes the start", () => {
    expect(endAfterMove("2026-07-04", "", "2026-07-06")).toBeUndefined();
    expect(endAfterMove("", "2026-07-04", "2026-07-06")).toBeUndefined();
    expect(endAfterMove("2026-07-04", "2026-07-05", "")).toBeUndefined();
    expect(endAfterMove("2026-07-04", "2026-07-01", "2026-07-03")).toBeUndefined();
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { nameOfDay, namesOfDay, splitDays } from "./days.ts";

afterEach(() => void vi.unstubAllEnvs());
const photo = (takenAt: string, localTime: string | null = null) => ({ takenAt, localTime });

describe("the days of a gallery", () => {
  it("follow the clock of the browser for photos without a clock", () => {
    const photos = ["2026-07-05T11:00:00.000Z", "2026-07-05T05:00:00.000Z", "2026-07-04T20:00:00.000Z"].map((takenAt) =>
      photo(takenAt),
    );
    const days = (zone: string) => {
      vi.stubEnv("TZ", zone);
      return splitDays(photos).map(({ day, photos }) => [day, photos.length]);
    };
    expect(days("UTC")).toEqual([
      ["2026-07-05", 2],
      ["2026-07-04", 1],
    ]);
    expect(days("Pacific/Auckland")).toEqual([["2026-07-05", 3]]);
    expect(days("America/Los_Angeles")).toEqual([
      ["2026-07-05", 1],
      ["2026-07-04", 2],
    ]);
  });

  it("follow the clock of the camera in every time zone, newest first", () => {
    const photos = [
      photo("2026-07-05T23:30:00.000Z", "2026-07-06T00:30:00"),
      photo("2026-07-05T22:30:00.000Z", "2026-07-05T23:30:00"),
      photo("2026-07-05T22:10:00.000Z", "2026-07-06T07:10:00"),
    ];
    for (const zone of ["UTC", "Pacific/Auckland", "America/Los_Angeles"]) {
      vi.stubEnv("TZ", zone);
      expect(splitDays(photos).map(({ day, photos }) => [day, photos.length])).toEqual([
        ["2026-07-06", 1],
        ["2026-07-05", 2],
      ]);
    }
  });

  it("are none without photos", () => {
    expect(splitDays([])).toEqual([]);
  });

  it("name the year only if it is not the current one", () => {
    expect(nameOfDay("2026-07-05", "2026-12-31")).toMatch(/^Sunday,? 5 July$/);
    expect(nameOfDay("2025-07-05", "2026-12-31")).toMatch(/^Saturday,? 5 July 2025$/);
  });

  it("have short names where there is little room", () => {
    const names = (firstDay?: string) =>
      namesOfDay("2026-07-05", firstDay, "2026-12-31").map((name) => name.replace(",", ""));
    expect(names()).toEqual(["Sunday 5 July", "Sun 5 Jul", "5 Jul"]);
    expect(names("2026-07-04")).toEqual(["Day 2 · Sunday 5 July", "Day 2 · Sun 5 Jul", "Day 2 · 5 Jul", "Day 2"]);
    expect(names("2026-07-06")).toEqual(names());
    expect(namesOfDay("2024-01-12", undefined, "2026-12-31").slice(1)).toEqual(["Fri 12 Jan 2024", "12 Jan 2024"]);
  });
});

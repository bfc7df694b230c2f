import { afterEach, describe, expect, it, vi } from "vitest";
import { nameOfDay, splitDays } from "./days.ts";

afterEach(() => void vi.unstubAllEnvs());
const photo = (takenAt: string) => ({ takenAt });

describe("the days of a gallery", () => {
  it("are those of the place where it is looked at", () => {
    const photos = ["2026-07-05T11:00:00.000Z", "2026-07-05T05:00:00.000Z", "2026-07-04T20:00:00.000Z"].map(photo);
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

  it("are none when there are no photos", () => {
    expect(splitDays([])).toEqual([]);
  });

  it("say the year only when it is not this one", () => {
    expect(nameOfDay("2026-07-05", "2026-12-31")).toMatch(/^Sunday,? 5 July$/);
    expect(nameOfDay("2025-07-05", "2026-12-31")).toMatch(/^Saturday,? 5 July 2025$/);
  });
});

import { describe, expect, it, test, vi } from "vitest";
import type { MediaItem } from "#contract/media-item.ts";
import { fitsSheet, portionsOf, findSheet } from "./share-files.ts";

const megabyte = 1024 * 1024;
const photos = (...sizes: number[]) => sizes.map((size) => ({ fileSize: size * megabyte, live: null }));
const sheet = { maxFiles: 20, maxBytes: 80 * megabyte };
const countsOf = (sizes: number[]) => portionsOf(photos(...sizes), sheet).map((portion) => portion.length);

describe("portions for the share sheet", () => {
  it("hold at most twenty photos", () => {
    expect(countsOf(Array.from({ length: 45 }, () => 1))).toEqual([20, 20, 5]);
    expect(countsOf([])).toEqual([]);
  });

  it("count both files of a Live Photo and keep them together", () => {
    const video = {
      filePath: "/objects/video",
      fileName: "IMG_1.MOV",
      fileType: "video/quicktime",
      fileSize: 4 * megabyte,
    };
    const live = Array.from({ length: 11 }, () => ({ fileSize: megabyte, live: video }));
    expect(portionsOf(live, sheet).map((portion) => portion.length)).toEqual([10, 1]);
    expect(portionsOf([...photos(74), ...live], sheet).map((portion) => portion.length)).toEqual([2, 10]);
    expect(portionsOf([...photos(76), ...live], sheet).map((portion) => portion.length)).toEqual([1, 10, 1]);
  });

  it("hold at most eighty megabytes, or one larger photo", () => {
    expect(countsOf([30, 30, 30, 300, 1, 1])).toEqual([2, 1, 1, 2]);
  });
});

test.each([
  ["an Android phone, photos", "Android", [["image/jpeg", 9]], true],
  [
    "an Android phone, a HEIC photo",
    "Android",
    [
      ["image/jpeg", 9],
      ["image/heic", 2],
    ],
    false,
  ],
  ["an Android phone, a long video", "Android", [["video/mp4", 51]], false],
  [
    "an iPhone",
    "iPhone",
    [
      ["image/heic", 2],
      ["video/quicktime", 300],
    ],
    true,
  ],
  ["an iPad", "Macintosh", [["image/heic", 2]], true],
] as const)("the share sheet of %s", (_, system, files, fits) => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("navigator", { userAgent: `Mozilla/5.0 (${system}; something)`, canShare: () => true });
  const items = files.map(([fileType, size]) => ({ fileType, fileSize: size * megabyte, live: null }) as MediaItem);
  expect(fitsSheet(items, findSheet()!)).toBe(fits);
  vi.unstubAllGlobals();
});

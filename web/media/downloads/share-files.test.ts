import { describe, expect, it } from "vitest";
import { portionsOf } from "./share-files.ts";

const megabyte = 1024 * 1024;
const photos = (...sizes: number[]) => sizes.map((size) => ({ fileSize: size * megabyte, live: null }));
const countsOf = (sizes: number[]) => portionsOf(photos(...sizes)).map((portion) => portion.length);

describe("portions for the share sheet", () => {
  it("hold twenty photos at most", () => {
    expect(countsOf(Array.from({ length: 45 }, () => 1))).toEqual([20, 20, 5]);
    expect(countsOf([])).toEqual([]);
  });

  it("count both files of a Live Photo and keep them together", () => {
    const film = {
      filePath: "/objects/film",
      fileName: "IMG_1.MOV",
      fileType: "video/quicktime",
      fileSize: 4 * megabyte,
    };
    const live = Array.from({ length: 11 }, () => ({ fileSize: megabyte, live: film }));
    expect(portionsOf(live).map((portion) => portion.length)).toEqual([10, 1]);
    expect(portionsOf([...photos(74), ...live]).map((portion) => portion.length)).toEqual([2, 10]);
    expect(portionsOf([...photos(76), ...live]).map((portion) => portion.length)).toEqual([1, 10, 1]);
  });

  it("hold eighty megabytes at most, but one photo however large", () => {
    expect(countsOf([30, 30, 30, 300, 1, 1])).toEqual([2, 1, 1, 2]);
  });
});

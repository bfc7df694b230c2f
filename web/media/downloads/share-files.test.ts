import { describe, expect, it } from "vitest";
import { portionsOf } from "./share-files.ts";

const megabyte = 1024 * 1024;
const photos = (...sizes: number[]) => sizes.map((size) => ({ fileSize: size * megabyte }));
const countsOf = (sizes: number[]) => portionsOf(photos(...sizes)).map((portion) => portion.length);

describe("portions for the share sheet", () => {
  it("hold twenty photos at most", () => {
    expect(countsOf(Array.from({ length: 45 }, () => 1))).toEqual([20, 20, 5]);
    expect(countsOf([])).toEqual([]);
  });

  it("hold eighty megabytes at most, but one photo however large", () => {
    expect(countsOf([30, 30, 30, 300, 1, 1])).toEqual([2, 1, 1, 2]);
  });
});

import { expect, it } from "vitest";
import type { MediaItem } from "#contract/media-item.ts";
import { slideOf } from "./slide.ts";

const photo = (width: number, height: number) =>
  ({
    id: "a",
    state: "ready",
    fileType: "image/jpeg",
    filePath: "/objects/a",
    caption: "Sunset",
    width,
    height,
  }) as MediaItem;
const sizeOf = (width: number, height: number, mayHaveOriginal = true) => {
  const slide = slideOf(photo(width, height), mayHaveOriginal, { width: 1280, height: 900 });
  return [slide.width, slide.height];
};

it("a photo smaller than the window is shown up to twice its size", () => {
  expect(sizeOf(320, 200)).toEqual([640, 400]);
  expect(sizeOf(1000, 500)).toEqual([1280, 640]);
});

it("a photo that fills the window keeps its size", () => {
  expect(sizeOf(1280, 400)).toEqual([1280, 400]);
  expect(sizeOf(2000, 1500)).toEqual([2000, 1500]);
});

it("a large photo has the size of its original for members, else of its rendition", () => {
  expect(sizeOf(6000, 4000)).toEqual([6000, 4000]);
  expect(sizeOf(6000, 4000, false)).toEqual([2048, 1365]);
});

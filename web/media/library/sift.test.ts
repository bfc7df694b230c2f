import { expect, test } from "vitest";
import type { LibraryItem } from "#contract/library.ts";
import { sift } from "./sift.ts";

const item = (id: string, isReady = true): LibraryItem => ({
  id,
  baseUrl: `/api/google-photos/items/${id}`,
  mimeType: isReady ? "image/jpeg" : "video/mp4",
  filename: `${id}.jpg`,
  isReady,
  mediaMetadata: { creationTime: "2026-07-05T09:00:00.000Z", width: 4, height: 3 },
});
const many = (count: number) => Array.from({ length: count }, (_, n) => item(String(n)));
const idsOf = (items: readonly LibraryItem[]) => items.map(({ id }) => id);

test("twenty can be imported, twenty-one cannot", () => {
  expect(sift(many(20), new Set(), 20)).toMatchObject({ items: { length: 20 }, unready: [] });
  expect(sift(many(20), new Set(), 20).toast).toBeUndefined();
  expect(sift(many(21), new Set(), 20)).toMatchObject({
    items: [],
    toast: { title: "Too Many Photos", text: "Please select no more than 20 photos. You selected 21." },
  });
});

test("what is here already is skipped, and told", () => {
  const { items, toast } = sift(many(3), new Set(["1", "other"]), 20);
  expect(idsOf(items)).toEqual(["0", "2"]);
  expect(toast).toMatchObject({ title: "Duplicate Photos Detected", text: expect.stringContaining("1 of 3 is") });
  expect(sift(many(3), new Set(["0", "1", "2"]), 20)).toMatchObject({
    items: [],
    toast: { title: "All Photos Already Imported" },
  });
});

test("nothing picked is told", () => {
  expect(sift([], new Set(), 20).toast?.title).toBe("No Photos Selected");
});

test("a video that is not ready waits for another time", () => {
  const { items, unready } = sift([item("a"), item("b", false)], new Set(), 20);
  expect([idsOf(items), idsOf(unready)]).toEqual([["a"], ["b"]]);
});

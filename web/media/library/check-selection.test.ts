import { expect, test } from "vitest";
import type { LibraryItem } from "#contract/library.ts";
import { checkSelection } from "./check-selection.ts";

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

test("twenty photos can be imported at once, but not twenty-one", () => {
  expect(checkSelection(many(20), new Set(), 20)).toMatchObject({ items: { length: 20 }, unready: [] });
  expect(checkSelection(many(20), new Set(), 20).toast).toBeUndefined();
  expect(checkSelection(many(21), new Set(), 20)).toMatchObject({
    items: [],
    toast: { title: "Too Many Photos", text: "Please select no more than 20 photos. You selected 21." },
  });
});

test("photos that are here already are skipped, and a message says so", () => {
  const { items, toast } = checkSelection(many(3), new Set(["1", "other"]), 20);
  expect(idsOf(items)).toEqual(["0", "2"]);
  expect(toast).toMatchObject({ title: "Duplicate Photos Detected", text: expect.stringContaining("1 of 3 is") });
  expect(checkSelection(many(3), new Set(["0", "1", "2"]), 20)).toMatchObject({
    items: [],
    toast: { title: "All Photos Already Imported" },
  });
});

test("an empty selection gets a message", () => {
  expect(checkSelection([], new Set(), 20).toast?.title).toBe("No Photos Selected");
});

test("a video that is not ready is left out", () => {
  const { items, unready } = checkSelection([item("a"), item("b", false)], new Set(), 20);
  expect([idsOf(items), idsOf(unready)]).toEqual([["a"], ["b"]]);
});

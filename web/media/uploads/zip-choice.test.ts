import { expect, test } from "vitest";
import type { UploadLimits } from "./file-limits.ts";
import { albumOf, chooseOfZips, noWishes, planOf } from "./zip-choice.ts";
import type { ZipListing, ZipPhoto } from "./zip/zip-photo.ts";

const limits: UploadLimits = {
  maxImageBytes: 100,
  maxVideoBytes: 1000,
  maxFilesPerUpload: 20,
  imageTypes: ["image/jpeg"],
  videoTypes: ["video/mp4"],
};
const photo = (name: string, folder = "", more: Partial<ZipPhoto> = {}): ZipPhoto => ({
  place: [0, 0],
  name,
  size: 10,
  type: "image/jpeg",
  folder,
  ...more,
});
const listing = (photos: readonly ZipPhoto[], isTakeout = false): ZipListing => ({
  faults: [],
  photos,
  left: [],
  isTakeout,
});

test("of a Takeout with several albums nothing goes before somebody chooses", () => {
  const found = listing([photo("a", "T/Surf"), photo("b", "T/Home"), photo("c", "T/Home")], true);
  const first = chooseOfZips(found, limits, noWishes);
  expect(first.photos).toEqual([]);
  expect(first.folders).toEqual([
    ["T/Home", 2],
    ["T/Surf", 1],
  ]);
  const chosen = chooseOfZips(found, limits, { ...noWishes, folders: new Set(["T/Surf"]) });
  expect(chosen.photos.map(({ name }) => name)).toEqual(["a"]);
  expect(chooseOfZips({ ...found, isTakeout: false }, limits, noWishes).photos).toHaveLength(3);
});

test("5,000 photos go at a time, and the others go next", () => {
  const photos = Array.from({ length: 5003 }, (_, n) => photo(String(n)));
  const first = chooseOfZips(listing(photos), limits, noWishes);
  expect([first.photos.length, first.later]).toEqual([5000, 3]);
  const next = chooseOfZips(listing(photos), limits, { ...noWishes, gone: new Set(first.photos) });
  expect([next.photos.length, next.later]).toEqual([3, 0]);
});

test("what the server would refuse stays behind, a bomb among it", () => {
  const found = [
    photo("a"),
    photo("b", "", { size: 101 }),
    photo("c", "", { size: 0 }),
    photo("d", "", { size: 2 ** 40 }),
  ];
  const { photos, left } = chooseOfZips(listing(found), limits, noWishes);
  expect(photos.map(({ name }) => name)).toEqual(["a"]);
  expect(left.map(({ name }) => name)).toEqual(["b", "c", "d"]);
});

test("a plan needs only the zips of its photos and notes", () => {
  const one = photo("a", "", { place: [1, 7], note: [3, 2] });
  const { plan, zips } = planOf({ photos: [one], left: [] }, [1, 20, 3, 40], new Map([[one, " Dawn "]]));
  expect(zips).toEqual([1, 3]);
  expect(plan).toMatchObject({ sizes: [20, 40], photos: [{ place: [0, 7], note: [1, 2] }], captions: { 0: "Dawn" } });
});

test("a folder is called as its album", () => {
  expect(albumOf("Takeout/Google Photos/Surf")).toBe("Surf");
  expect(albumOf("")).toBe("Without a folder");
});

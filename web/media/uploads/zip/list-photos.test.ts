import { expect, test } from "vitest";
import { listPhotos } from "./list-photos.ts";
import { type ZipEntry, isZip } from "./zip-photo.ts";

const entries = (...paths: string[]): ZipEntry[] => paths.map((path) => ({ path, size: 10, isLocked: false }));
const namesIn = (...zips: ZipEntry[][]) => listPhotos(zips).photos.map(({ folder, name }) => `${folder}|${name}`);

test("a Google Photos album lists its photos, without a folder or with one", () => {
  expect(namesIn(entries("PXL_20250705_084320.jpg", "PXL_20250705_084320.mp4", "IMG-20250705-WA0001.jpg"))).toEqual([
    "|PXL_20250705_084320.jpg",
    "|PXL_20250705_084320.mp4",
    "|IMG-20250705-WA0001.jpg",
  ]);
  expect(namesIn(entries("Ericeira ’26/IMG_1.jpg"))).toEqual(["Ericeira ’26|IMG_1.jpg"]);
});

test("an iCloud download lists its photos, without its tables and signs of a Mac", () => {
  const found = listPhotos([
    entries(
      "iCloud Photos/IMG_0001.HEIC",
      "iCloud Photos/IMG_0001.MOV",
      "iCloud Photos/IMG_0001.AAE",
      "iCloud Photos/Photo Details.csv",
      "__MACOSX/iCloud Photos/._IMG_0001.HEIC",
      "iCloud Photos/.DS_Store",
      "iCloud Photos/._IMG_0001.HEIC",
    ),
  ]);
  expect(found.photos.map(({ name, type }) => [name, type])).toEqual([
    ["IMG_0001.HEIC", "image/heic"],
    ["IMG_0001.MOV", "video/quicktime"],
  ]);
  expect(found.left).toEqual([]);
  expect(found.isTakeout).toBe(false);
});

test("a Takeout in two zips has its notes where they are, album by album", () => {
  const first = entries(
    "Takeout/archive_browser.html",
    "Takeout/Google Photos/Surf/metadata.json",
    "Takeout/Google Photos/Surf/IMG_1.jpg",
    "Takeout/Google Photos/Surf/IMG_1-edited.jpg",
  );
  const second = entries(
    "Takeout/Google Photos/Surf/IMG_1.jpg.supplemental-metadata.json",
    "Takeout/Google Photos/Home/IMG_1.jpg",
    "Takeout/Google Photos/user-generated-memory-titles.json",
  );
  const { photos, faults, isTakeout, left } = listPhotos([first, second]);
  expect(photos.map(({ place, note, folder }) => [place, note, folder])).toEqual([
    [[0, 2], [1, 0], "Takeout/Google Photos/Surf"],
    [[0, 3], [1, 0], "Takeout/Google Photos/Surf"],
    [[1, 1], undefined, "Takeout/Google Photos/Home"],
  ]);
  expect([faults, isTakeout, left]).toEqual([[undefined, undefined], true, []]);
});

test("umlauts in either form and emoji find their notes", () => {
  const { photos } = listPhotos([
    entries("Übung/Größe 🌊.jpg".normalize("NFD"), "Übung/Größe 🌊.jpg.json".normalize("NFC")),
  ]);
  expect(photos).toMatchObject([{ folder: "Übung", name: "Größe 🌊.jpg", note: [0, 1] }]);
});

test("no path leads out of its zip, and no sign is hidden in a name", () => {
  const paths = ["../../etc/a.jpg", "C:\\Users\\b.jpg", "/abs/c.jpg", "d\u0000\u0007.jpg", `${"x/".repeat(9000)}e.jpg`];
  expect(listPhotos([entries(...paths)]).photos.map(({ name }) => name)).toEqual([
    "a.jpg",
    "b.jpg",
    "c.jpg",
    "d.jpg",
    "e.jpg",
  ]);
  const [cut] = listPhotos([entries(`${"🌊".repeat(400)}.jpg`)]).photos;
  expect(cut?.name.length).toBeLessThanOrEqual(255);
  expect(cut?.name).not.toMatch(/\p{Cs}/u);
});

test("files of the same name both stand in the list", () => {
  expect(namesIn(entries("a/IMG.jpg", "a/IMG.jpg"))).toEqual(["a|IMG.jpg", "a|IMG.jpg"]);
});

test("what is no photo says so, and settings are nobody's loss", () => {
  const { left } = listPhotos([entries("a.jpg", "b.avi", "c.dng", "d.zip", "e.constructor", "f.txt", "g")]);
  expect(left.map(({ name }) => name)).toEqual(["b.avi", "c.dng", "d.zip", "e.constructor", "g"]);
  expect(left[0]?.reason).toBe("This is no photo or video that can be added here.");
});

test("a zip without photos and a locked zip say so", () => {
  const locked = { path: "a.jpg", size: 1, isLocked: true };
  const { faults, left, photos } = listPhotos([entries("a.txt"), [], [locked], [...entries("b.jpg"), locked]]);
  const none = "There are no photos in this zip.";
  expect(faults).toEqual([none, none, "This zip has a password. Please unpack it first.", undefined]);
  expect(left).toEqual([{ name: "a.jpg", reason: "This file has a password." }]);
  expect(photos).toHaveLength(1);
});

test("ten thousand entries are sorted out in no time", () => {
  const many = Array.from({ length: 5000 }, (_, n) => [`T/Surf/IMG_${n}.jpg`, `T/Surf/IMG_${n}.jpg.suppl.json`]).flat();
  const startedAt = performance.now();
  const { photos } = listPhotos([entries(...many)]);
  expect(photos).toHaveLength(5000);
  expect(photos.filter(({ note }) => note)).toHaveLength(5000);
  expect(performance.now() - startedAt).toBeLessThan(1500);
});

test("zips are known by their type or their name", () => {
  expect(isZip({ name: "a", type: "application/zip" })).toBe(true);
  expect(isZip({ name: "takeout.ZIP", type: "" })).toBe(true);
  expect(isZip({ name: "a.zip.jpg", type: "image/jpeg" })).toBe(false);
});

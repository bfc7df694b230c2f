import { readdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { inspect } from "../../media/inspect/inspect.ts";
import { largerRenditions } from "../../media/renditions/renditions.ts";
import { preparePhoto } from "../../testing/prepare-demo-photos.ts";
import { photosDir, readPhotoFacts, readPhotoPart } from "./photo-files.ts";
import { photos } from "./photos.ts";

const facts = await readPhotoFacts();
const names = photos.map(({ name }) => name);

test("the folder has two files for each photo, and the facts of all", async () => {
  const files = names.flatMap((name) => [`${name}.jpg`, `${name}.thumb.jpg`]);
  expect((await readdir(photosDir)).toSorted()).toEqual([...files, "facts.json"].toSorted());
  expect(Object.keys(facts).toSorted()).toEqual(names.toSorted());
});

test("all files together take less than 4 MB", async () => {
  const files = await readdir(photosDir);
  const sizes = await Promise.all(files.map(async (file) => (await stat(new URL(file, photosDir))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4 * 1024 * 1024);
});

test("the photos are listed in the order in which they were taken", () => {
  const times = names.map((name) => facts[name]!.found.takenAt!);
  expect(times.toSorted()).toEqual(times);
});

describe.each(names)("%s", (name) => {
  const { found } = facts[name]!;

  test("has the facts that an inspection finds", async () => {
    expect(await inspect(fileURLToPath(new URL(`${name}.jpg`, photosDir)))).toEqual(found);
    expect(found.place).not.toBeNull();
  });

  test("has the medium rendition beside its thumb, and no large one", () => {
    expect(largerRenditions(found)).toEqual(["medium"]);
  });
});

test("the thumb and the placeholder are those that the server would make", async () => {
  const { found, placeholder, thumb } = await preparePhoto("barrel");
  expect({ found, placeholder }).toEqual(facts["barrel"]);
  expect(thumb.equals(await readPhotoPart("barrel", "thumb"))).toBe(true);
});

test("the medium picture has the pixels of the original and no metadata", async () => {
  const [original, medium] = [await readPhotoPart("barrel", "original"), await readPhotoPart("barrel", "medium")];
  expect((await sharp(original).metadata()).exif).toBeDefined();
  expect((await sharp(medium).metadata()).exif).toBeUndefined();
  expect((await sharp(medium).raw().toBuffer()).equals(await sharp(original).raw().toBuffer())).toBe(true);
});

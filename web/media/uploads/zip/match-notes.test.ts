import { expect, test } from "vitest";
import { findNote, noteKey } from "./match-notes.ts";

const find = (notes: readonly string[], photo: string) =>
  findNote(new Map(notes.map((name) => [noteKey(name), name])), photo);

/** Names as Takeouts have them, and as public importers document them. */
test.each([
  ["IMG_1.jpg", "IMG_1.jpg.json"],
  ["IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json"],
  ["IMG_1(2).jpg", "IMG_1.jpg(2).json"],
  ["IMG_1(2).jpg", "IMG_1.jpg.supplemental-metadata(2).json"],
  ["IMG_1(2).jpg", "IMG_1(2).jpg.json"],
  ["IMG_1.HEIC", "IMG_1.json"],
  ["Screenshot_2017-07-05-10-05-26.png", "Screenshot_2017-07-05-10-05-26.png.supplementa.json"],
  ["D7157814-D2D5-4A62-AFCE-9CF465CB7D66.jpeg", "D7157814-D2D5-4A62-AFCE-9CF465CB7D66.jpeg.supp.json"],
  ["Screenshot_20220207_102421_com.snapchat.android.jpg", "Screenshot_20220207_102421_com.snapchat.androi.json"],
  ["PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGINA.jpg", "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGIN.json"],
  ["05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jpg", "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jp.json"],
  ["13039_327707840323_537645323_9470255_27214_n(1).jpg", "13039_327707840323_537645323_9470255_27214_n.j(1).json"],
  ["original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P(1).jpg", "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json"],
  ["😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋😛.jpg", "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋.json"],
  ["IMG_1-edited.jpg", "IMG_1.jpg.supplemental-metadata.json"],
  ["IMG_1-bearbeitet(1).jpg", "IMG_1.jpg(1).json"],
  ["PXL_20220405_090123740.PORTRAIT-modifié.jpg", "PXL_20220405_090123740.PORTRAIT.jpg.json"],
  ["IMG_1.MP4", "IMG_1.HEIC.supplemental-metadata.json"],
  ["Größe 🌊.jpg", "Größe 🌊.jpg.supplemental-metadata.json"],
])("%s has the note %s", (photo, note) => {
  expect(find(["other.jpg.json", note, "IMG_2.jpg.json"], photo)).toBe(note);
});

test.each([
  ["DSC_0102(1).JPG", "DSC_0102.JPG(2).json"],
  ["DSC_0103.JPG", "DSC_0103.JPG(1).json"],
  ["DSC_0104(1).JPG", "DSC_0104.JPG.json"],
  ["PXL_20211013_220651958.jpg", "PXL_20211013_220651983.jpg.json"],
  ["IMG_10.jpg", "IMG_1.jpg.json"],
  ["IMG_1.jpg", "IMG_10.jpg.json"],
])("%s does not have the note %s", (photo, note) => {
  expect(find([note], photo)).toBeUndefined();
});

test("of two notes that fit the longer one wins", () => {
  const stem = "Backyard_ceremony_wedding_photography_xxxxxxx";
  const notes = [`${stem}.json`, `${stem}_m.json`];
  expect(find(notes, `${stem}_m.jpg`)).toBe(`${stem}_m.json`);
});

test("hostile names cost little time", () => {
  const names = Array.from({ length: 5000 }, (_, n) => `${"(1)-edited".repeat(24)}${n}.jpg`);
  const notes = new Map(names.map((name) => [noteKey(`x${name}.json`), name]));
  const startedAt = performance.now();
  expect(names.filter((name) => findNote(notes, name) !== undefined)).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(3000);
});

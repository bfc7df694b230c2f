import { describe, expect, test } from "vitest";
import { pathsOf, safeName } from "./names.ts";

describe("a name in a zip", () => {
  test.each([
    ["wave.jpg", "wave.jpg"],
    ["../../etc/passwd", "-..-etc-passwd"],
    ["..", "photo"],
    ["", "photo"],
    ["C:\\wave.jpg", "C--wave.jpg"],
    ['what? a <wave>|"*".jpg', "what- a -wave-----.jpg"],
    ["gpj.\u202egnp.exe", "gpj.gnp.exe"],
    ["a\u0000b\nc\u2028d.jpg", "abcd.jpg"],
    [".hidden", "hidden"],
    ["trailing dots... ", "trailing dots"],
    ["CON", "_CON"],
    ["com1.jpg", "_com1.jpg"],
    ["console.jpg", "console.jpg"],
    ["Zoë\u0308.jpg", "Zoë̈.jpg".normalize("NFC")],
    ["👨‍👩‍👧 🏄.jpg", "👨‍👩‍👧 🏄.jpg"],
    ["🏴󠁧󠁢󠁷󠁬󠁳󠁿 🏴‍☠️ beach.jpg", "🏴󠁧󠁢󠁷󠁬󠁳󠁿 🏴‍☠️ beach.jpg"],
    ["می\u200cخواهم.jpg", "می\u200cخواهم.jpg"],
    ["ക്\u200dഷ.jpg", "ക്\u200dഷ.jpg"],
    ["wa\u200dve\u{E0061}\uFE0F\u115F.jpg", "wave.jpg"],
    ["nul .jpg", "_nul .jpg"],
    ["CONOUT$", "_CONOUT$"],
    ["\ud800.jpg", "jpg"],
  ])("%j becomes %j", (given, expected) => {
    expect(safeName(given)).toBe(expected);
  });

  test("never ends with a dot, also after it was shortened", () => {
    expect(safeName(`${"a".repeat(150)}${".".repeat(100)}b c`)).toBe("a".repeat(150));
  });

  test("loses whole emoji when it is too long", () => {
    expect(safeName(`${"👨‍👩‍👧".repeat(20)}.jpg`)).toBe(`${"👨‍👩‍👧".repeat(10)}.jpg`);
  });

  test("has at most 200 bytes, keeps its extension, and splits no character", () => {
    const long = safeName(`${"🌊".repeat(300)}.jpeg`);
    expect(long).toMatch(/^(🌊){48}\.jpeg$/u);
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(200);
  });
});

describe("paths", () => {
  test("are unique also on file systems that ignore case", async () => {
    expect(await pathsOf([["wave.jpg"], ["Wave.JPG"], ["wave.jpg"], ["wave (2).jpg"]])).toEqual([
      "wave.jpg",
      "Wave (2).JPG",
      "wave (3).jpg",
      "wave (2) (2).jpg",
    ]);
  });

  test.each([
    ["ΝΙΚΟΣ", "νικος"],
    ["σ", "ς"],
    ["straße", "STRASSE"],
    ["straße", "STRAẞE"],
    ["İzmir", "izmir"],
    ["ılık", "ILIK"],
    ["Kelvin", "\u212Aelvin"],
    ["Café", "CAFE\u0301"],
    ["ﬁn", "FIN"],
    ["ᾠδή", "ᾨΔΉ"],
    ["Ǆ", "ǆ"],
    ["👨‍👩‍👧", "👨👩👧"],
  ])("tell %s from %s, which some file systems take for one", async (one, other) => {
    const [first, second] = await pathsOf([[`${one}.jpg`], [`${other}.jpg`]]);
    expect([first, second]).toEqual([`${one.normalize("NFC")}.jpg`, `${other.normalize("NFC")} (2).jpg`]);
  });

  test("of names that all file systems tell apart have no numbers", async () => {
    const names = ["z.jpg", "ż.jpg", "e.jpg", "é.jpg", "и.jpg", "й.jpg", "か.jpg", "が.jpg"];
    expect(await pathsOf(names.map((name) => [name]))).toEqual(names);
  });

  test("of two files of a Live Photo differ in their extension only", async () => {
    const names = [
      "IMG_1.HEIC",
      "IMG_1.MOV",
      "img_1.mov",
      "IMG_1.HEIC",
      "IMG_1.MOV",
      "IMG_1.HEIC",
      "same.jpg",
      "same.jpg",
    ];
    const besides = [1, 4, 7];
    expect(
      await pathsOf(
        names.map((name) => [name]),
        (i) => besides.includes(i),
      ),
    ).toEqual([
      "IMG_1.HEIC",
      "IMG_1.MOV",
      "img_1 (2).mov",
      "IMG_1 (3).HEIC",
      "IMG_1 (3).MOV",
      "IMG_1 (4).HEIC",
      "same.jpg",
      "same (2).jpg",
    ]);
  });

  test("are numbered in the file name, also when the folder name has a dot", async () => {
    expect(
      await pathsOf([
        ["Algarve 2.0", "wave"],
        ["Algarve 2.0", "wave"],
      ]),
    ).toEqual(["Algarve 2.0/wave", "Algarve 2.0/wave (2)"]);
  });

  test("of folders and files never collide", async () => {
    expect(await pathsOf([["trip"], ["Trip", "a.jpg"], ["Trip", "A.jpg"]])).toEqual([
      "trip (2)",
      "Trip/a.jpg",
      "Trip/A (2).jpg",
    ]);
  });

  test("of a hundred thousand equal names are found in linear time", async () => {
    const paths = await pathsOf(Array.from({ length: 100_000 }, () => ["wave.jpg"]));
    expect(new Set(paths).size).toBe(100_000);
  });
});

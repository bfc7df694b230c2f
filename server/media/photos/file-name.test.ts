import { expect, test } from "vitest";
import { attachment, cleanFileName, nameForType, withoutEnding } from "./file-name.ts";

test.each([
  ["holiday.hta", "image/jpeg", "holiday.jpg"],
  ["IMG_0001.jpg.bat", "image/jpeg", "IMG_0001.jpg"],
  ["IMG.svg", "image/jpeg", "IMG.jpg"],
  ["setup.settingcontent-ms", "image/jpeg", "setup.settingcontent-ms.jpg"],
  ["clip.jpg", "video/quicktime", "clip.mov"],
  ["photo", "image/webp", "photo.webp"],
  ["Lagos 12.07", "image/png", "Lagos 12.07.png"],
  ["Mr. Wolf", "image/heic", "Mr. Wolf.heic"],
  [".hta", "image/gif", "photo.gif"],
  ["jpg", "image/jpeg", "jpg.jpg"],
  ["夏.html", "image/avif", "夏.avif"],
])("%s with the bytes of %s is called %s", (name, type, stored) => {
  expect(nameForType(name, type)).toBe(stored);
});

test.each([
  ["IMG.JPEG", "image/jpeg"],
  ["wave.jpe", "image/jpeg"],
  ["IMG_1.HEIC", "image/heif"],
  ["film.m4v", "video/mp4"],
  ["FILM.MOV", "video/quicktime"],
  ["wave.WebM", "video/webm"],
])("the ending of %s fits %s and stays", (name, type) => {
  expect(nameForType(name, type)).toBe(name);
});

test("an ending has a dot, and at most five letters or digits", () => {
  expect(["IMG.JPEG", "a.b.mp4", "no dot", "v1.settings"].map(withoutEnding)).toEqual([
    "IMG",
    "a.b",
    "no dot",
    "v1.settings",
  ]);
});

test.each(["👨‍👩‍👧.jpg", "🏴‍☠️ beach.jpg", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️.jpg", "می\u200cخواهم.jpg", "ക്\u200dഷ.jpg"])(
  "%s keeps the joiners and tags that it needs, stored and handed out",
  (name) => {
    expect(nameForType(cleanFileName(`DCIM/${name}`), "image/jpeg")).toBe(name);
    expect(decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(attachment(name))![1]!)).toBe(name);
  },
);

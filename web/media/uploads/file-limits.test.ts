import { describe, expect, it } from "vitest";
import { acceptOf } from "./accepted-types.ts";
import { findFaults, hintOf, megabytes, namesOf } from "./file-limits.ts";

const limits = {
  maxImageBytes: 1_048_576,
  maxVideoBytes: 2_097_152,
  maxFilesPerUpload: 3,
  imageTypes: ["image/jpeg", "image/png", "image/webp"],
  videoTypes: ["video/mp4", "video/quicktime"],
};
const sentences = (files: readonly File[]) => findFaults(files, limits).map((fault) => fault?.sentence);
const file = (name: string, type: string, size = 10) => new File(["x".repeat(size)], name, { type });

describe("chosen files", () => {
  it("are taken when the server takes their type", () => {
    const film = file("d.m4v", "video/x-m4v");
    const none = [undefined, undefined, undefined];
    expect(sentences([file("a.jpg", "image/jpeg"), file("b.webp", "image/webp"), file("c", "")])).toEqual(none);
    expect(sentences([film])).toEqual([undefined]);
    expect(findFaults([film], { ...limits, videoTypes: [] })).toHaveLength(1);
    expect(findFaults([film], { ...limits, videoTypes: [] })).not.toEqual([undefined]);
  });

  it("are taken under the other names of their type", () => {
    const types = ["image/heic", "image/heif", "image/avif", "image/png", "image/jpeg"];
    const names = ["image/heic-sequence", "image/heif-sequence", "image/avif-sequence", "image/apng", "image/jpg"];
    const files = names.map((name) => file("burst", name));
    const all = { ...limits, imageTypes: types, maxFilesPerUpload: 10 };
    expect(findFaults(files, all)).toEqual(names.map(() => undefined));
    expect(findFaults([file("burst.heics", "image/heic-sequence")], limits)).not.toEqual([undefined]);
    for (const name of names) expect(acceptOf(all).split(",")).toContain(name);
  });

  it("say why the server would refuse them", () => {
    const files = [
      file("drawing.svg", "image/svg+xml"),
      file("big.png", "image/png", 1_048_577),
      file("empty.jpg", "image/jpeg", 0),
    ];
    expect(sentences(files)).toEqual([
      "Only photos (JPEG, PNG and WebP) and videos (MP4 and MOV) can be added here.",
      "This photo is too large: at most 1 MB each.",
      "This file is empty.",
    ]);
  });

  it("may be as large as the limit, to the byte", () => {
    expect(sentences([file("just.png", "image/png", 1_048_576)])).toEqual([undefined]);
  });

  it("may be larger when they are videos", () => {
    const film = (size: number) => file("wave.mov", "video/quicktime", size);
    const tooLarge = "This video is too large: at most 2 MB each.";
    expect(sentences([film(2_097_152), film(2_097_153)])).toEqual([undefined, tooLarge]);
  });

  it("above the limit wait, and files with a fault do not count", () => {
    const files = [0, 1, 2, 3, 4, 5].map((n) => file(`${n}.jpg`, "image/jpeg", n === 1 ? 0 : 10));
    const faults = findFaults(files, limits);
    expect(faults.map((fault) => fault?.isTooMany)).toEqual([undefined, false, undefined, undefined, true, true]);
    expect(faults[5]?.sentence).toBe("Only 3 files go at a time. This one can go next.");
  });

  it("are described in words", () => {
    expect(hintOf(limits)).toBe("Photos up to 1 MB, videos up to 2 MB, 3 at a time");
    expect(namesOf(limits.imageTypes)).toBe("JPEG, PNG and WebP");
    expect(namesOf(limits.videoTypes)).toBe("MP4 and MOV");
    const accepted = "image/jpeg,image/png,image/webp,video/mp4,video/quicktime,image/jpg,image/pjpeg,image/apng";
    expect(acceptOf(limits)).toBe(`${accepted},video/x-m4v`);
    expect(acceptOf({ imageTypes: ["image/webp"], videoTypes: ["video/webm"] })).toBe("image/webp,video/webm");
    expect(megabytes(10_485_760)).toBe("10 MB");
  });
});

import { describe, expect, it } from "vitest";
import { acceptOf, megabytes, namesOf, sizesOf, sortFiles } from "./sort-files.ts";

const limits = {
  maxImageBytes: 1_048_576,
  maxVideoBytes: 2_097_152,
  maxFilesPerUpload: 3,
  imageTypes: ["image/jpeg", "image/png", "image/webp"],
  videoTypes: ["video/mp4", "video/quicktime"],
};
const file = (name: string, type: string, size = 10) => new File(["x".repeat(size)], name, { type });

describe("chosen files", () => {
  it("are taken when the server takes their type", () => {
    const files = [file("a.jpg", "image/jpeg"), file("b.webp", "image/webp"), file("c", "")];
    const film = file("d.m4v", "video/x-m4v");
    expect(sortFiles([film], limits).taken).toEqual([film]);
    expect(sortFiles([film], { ...limits, videoTypes: [] }).taken).toEqual([]);
    expect(sortFiles(files, limits)).toEqual({ taken: files, refused: [], tooMany: 0 });
  });

  it("are refused with a reason when the server would refuse them", () => {
    const { taken, refused } = sortFiles(
      [
        file("drawing.svg", "image/svg+xml"),
        file("big.png", "image/png", 1_048_577),
        file("empty.jpg", "image/jpeg", 0),
      ],
      limits,
    );
    expect(taken).toEqual([]);
    expect(refused.map(({ file, sentence }) => [file.name, sentence])).toEqual([
      ["drawing.svg", "Only photos (JPEG, PNG and WebP) and videos (MP4 and MOV) can be added here."],
      ["big.png", "This photo is too large: at most 1 MB each."],
      ["empty.jpg", "This file is empty."],
    ]);
  });

  it("may be as large as the limit, to the byte", () => {
    expect(sortFiles([file("just.png", "image/png", 1_048_576)], limits).taken).toHaveLength(1);
  });

  it("may be larger when they are videos", () => {
    const film = (size: number) => file("wave.mov", "video/quicktime", size);
    expect(sortFiles([film(2_097_152)], limits).taken).toHaveLength(1);
    expect(sortFiles([film(2_097_153)], limits).refused[0]?.sentence).toBe(
      "This video is too large: at most 2 MB each.",
    );
    expect(sizesOf(limits)).toBe("Photos up to 1 MB, videos up to 2 MB");
  });

  it("above the limit are left out", () => {
    const files = Array.from({ length: 5 }, (_, index) => file(`${index}.jpg`, "image/jpeg"));
    const { taken, tooMany } = sortFiles(files, limits);
    expect(taken.map(({ name }) => name)).toEqual(["0.jpg", "1.jpg", "2.jpg"]);
    expect(tooMany).toBe(2);
  });

  it("are described in words", () => {
    expect(namesOf(limits.imageTypes)).toBe("JPEG, PNG and WebP");
    expect(namesOf(limits.videoTypes)).toBe("MP4 and MOV");
    expect(acceptOf(limits)).toBe("image/jpeg,image/png,image/webp,video/mp4,video/quicktime,video/x-m4v");
    expect(acceptOf({ ...limits, videoTypes: ["video/webm"] })).toBe("image/jpeg,image/png,image/webp,video/webm");
    expect(megabytes(10_485_760)).toBe("10 MB");
  });
});

import { describe, expect, it } from "vitest";
import type { Upload, UploadState } from "./upload-list.ts";
import { summaryOf, totalsOf } from "./upload-totals.ts";

let id = 0;
const upload = (state: UploadState, size = 100, type = "image/jpeg", name = "a.jpg"): Upload => ({
  id: String((id += 1)),
  order: id,
  name,
  type,
  size,
  scope: { tripId: "t" },
  state,
});
const done = (isDuplicate = false) => upload({ kind: "done", isDuplicate });
const film = (type = "video/mp4", name = "a.mp4") => upload({ kind: "done", isDuplicate: false }, 100, type, name);
const failed = () => upload({ kind: "failed", sentence: "No", mayRetry: true });

describe("the totals of uploads", () => {
  it("have the share of their bytes that arrived", () => {
    const list = [
      upload({ kind: "sending", share: 0.5 }, 300),
      upload({ kind: "waiting" }, 50),
      upload({ kind: "saving" }, 50),
      done(),
    ];
    expect(totalsOf(list).share).toBe(0.6);
    expect(summaryOf(totalsOf(list))).toBe("Uploading 2 of 4");
  });

  it("are over when each upload has arrived or failed", () => {
    expect(totalsOf([done(), upload({ kind: "pausing", sentence: "Offline", share: 0 })]).isOver).toBe(false);
    expect(totalsOf([done(), failed()]).isOver).toBe(true);
  });

  it("say so while all of them pause", () => {
    const paused = upload({ kind: "pausing", sentence: "Offline.", share: 0.5 });
    const words = (...list: Upload[]) => summaryOf(totalsOf(list));
    expect(words(done(), paused, upload({ kind: "waiting" }))).toBe("Paused at 2 of 3, goes on by itself");
    expect(words(paused, upload({ kind: "sending", share: 0 }))).toBe("Uploading 1 of 2");
    expect(words(upload({ kind: "waiting" }))).toBe("Uploading 1 of 1");
  });

  it("say so at once when one has failed", () => {
    expect(summaryOf(totalsOf([failed(), done(), upload({ kind: "waiting" })]))).toBe(
      "Uploading 3 of 3 · 1 did not make it",
    );
  });

  it("end with a summary of what arrived", () => {
    const words = (...list: Upload[]) => summaryOf(totalsOf(list));
    expect(words(done())).toBe("1 photo is in");
    expect(words(done(), done(), done(true), failed())).toBe("2 photos are in · 1 already here · 1 did not make it");
    expect(words(done(true))).toBe("1 already here");
  });

  it("count photos and videos apart", () => {
    const words = (...list: Upload[]) => summaryOf(totalsOf(list));
    expect(words(film())).toBe("1 video is in");
    expect(words(film(), film())).toBe("2 videos are in");
    expect(words(done(), film())).toBe("1 photo and 1 video are in");
    expect(words(done(), film(), done(), done(true), failed())).toBe(
      "2 photos and 1 video are in · 1 already here · 1 did not make it",
    );
  });

  it("go by the file name when the system knows no type", () => {
    expect(totalsOf([film("", "IMG_1.MOV"), film("", "IMG_2.HEIC"), film("", "mov")]).added).toEqual({
      photos: 2,
      videos: 1,
    });
  });

  it("of an empty list are over", () => {
    expect(totalsOf([])).toMatchObject({ files: 0, share: 1, isOver: true });
  });
});

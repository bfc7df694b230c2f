import { describe, expect, it } from "vitest";
import type { MediaItem } from "#contract/media-item.ts";
import { idsOnShelf } from "./use-shelf.ts";

const photo = (id: string, state: MediaItem["state"] = "ready"): MediaItem => ({
  id,
  filePath: `/objects/${id}`,
  fileName: `${id}.jpg`,
  fileType: "image/jpeg",
  fileSize: 1,
  caption: null,
  likes: 0,
  liked: false,
  width: 4,
  height: 3,
  placeholder: null,
  state,
  playback: null,
  durationMs: null,
  takenAt: "2026-07-05T10:00:00.000Z",
  createdAt: "2026-07-05T10:00:00.000Z",
  uploader: null,
  trip: null,
});

describe("the photos one leafs through", () => {
  it("go on with older ones as they are loaded", () => {
    expect(
      idsOnShelf(
        ["a", "b"],
        ["a", "b", "c", "d"].map((id) => photo(id)),
      ),
    ).toEqual(["a", "b", "c", "d"]);
  });

  it("stay in place when newer ones arrive in front", () => {
    expect(
      idsOnShelf(
        ["a", "b"],
        ["new", "a", "b"].map((id) => photo(id)),
      ),
    ).toEqual(["a", "b"]);
    expect(
      idsOnShelf(
        ["a", "b"],
        ["a", "between", "b", "c"].map((id) => photo(id)),
      ),
    ).toEqual(["a", "b", "c"]);
  });

  it("stay in place when the last of them is deleted by someone", () => {
    expect(
      idsOnShelf(
        ["a", "b"],
        ["new", "a", "c"].map((id) => photo(id)),
      ),
    ).toEqual(["a", "b", "c"]);
  });

  it("are only those that can be shown", () => {
    expect(idsOnShelf(["a"], [photo("a"), photo("b", "failed"), photo("c")])).toEqual(["a", "c"]);
  });
});

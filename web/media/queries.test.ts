import { type InfiniteData, QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { MediaItem } from "#contract/media-item.ts";
import type { Page } from "../api.ts";
import { type MediaScope, changePhoto, mediaQuery, photosOf } from "./queries.ts";

const photo = (id: string): MediaItem => ({
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
  state: "ready",
  playback: null,
  durationMs: null,
  takenAt: "2026-07-05T10:00:00.000Z",
  createdAt: "2026-07-05T10:00:00.000Z",
  uploader: null,
  trip: null,
});
const pages = (...ids: string[][]): InfiniteData<Page<MediaItem>> => ({
  pages: ids.map((rows) => ({ rows: rows.map(photo), next: null })),
  pageParams: ids.map(() => ""),
});
const idsOf = (data: InfiniteData<Page<MediaItem>> | undefined) => photosOf(data).map(({ id }) => id);

describe("the photos of a gallery", () => {
  it("are those of all its pages, one that moved while paging once", () => {
    expect(idsOf(pages(["a", "b"], ["b", "c"]))).toEqual(["a", "b", "c"]);
    expect(idsOf(undefined)).toEqual([]);
  });

  it("change in every gallery that holds them, and nowhere else", () => {
    const client = new QueryClient();
    const [trip, squad] = [{ tripId: "t" }, { squadId: "s" }];
    client.setQueryData(mediaQuery(trip).queryKey, pages(["a", "b"]));
    client.setQueryData(mediaQuery(squad).queryKey, pages(["x"], ["b"]));
    client.setQueryData(["trip", "t"], "the trip itself");
    changePhoto(client, "b", (item) => ({ ...item, likes: 1, liked: true }));
    const likesIn = (scope: MediaScope) =>
      photosOf(client.getQueryData(mediaQuery(scope).queryKey)).map(({ id, likes }) => `${id}${likes}`);
    expect(likesIn(trip)).toEqual(["a0", "b1"]);
    expect(likesIn(squad)).toEqual(["x0", "b1"]);
    expect(client.getQueryData(["trip", "t"])).toBe("the trip itself");
  });

  it("are gone at once when one is deleted", () => {
    const client = new QueryClient();
    client.setQueryData(mediaQuery({ tripId: "t" }).queryKey, pages(["a", "b"], ["c"]));
    changePhoto(client, "b", () => null);
    expect(idsOf(client.getQueryData(mediaQuery({ tripId: "t" }).queryKey))).toEqual(["a", "c"]);
  });
});

import { useQueryClient } from "@tanstack/react-query";
import type { GalleryFilter } from "#contract/gallery.ts";
import type { MediaItem } from "#contract/media-item.ts";
import { chunkAt, layoutOf } from "./outline.ts";
import { type MediaScope, chunkQuery, outlineQuery } from "../queries.ts";

/** Fetches all photos that match a filter. */
export function useEveryItem(scope: MediaScope): (filter: GalleryFilter) => Promise<readonly MediaItem[]> {
  const client = useQueryClient();
  return async (filter) => {
    const layout = layoutOf(await client.ensureQueryData(outlineQuery(scope, filter)));
    const items: MediaItem[] = [];
    for (const number of layout.cursors.keys()) {
      const { cursor, from, to } = chunkAt(layout, number);
      items.push(...(await client.ensureQueryData(chunkQuery(scope, filter, cursor))).slice(0, to - from));
    }
    return items;
  };
}

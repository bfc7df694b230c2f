import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { GalleryFilter } from "#contract/gallery.ts";
import type { MediaItem } from "#contract/media-item.ts";
import type { Page } from "../../core/api.ts";
import { hiddenPhotos } from "../photos/delete-photos.ts";
import { type GalleryLayout, asStory, chunkAt, layoutOf, layoutOfPage, without } from "../photos/outline.ts";
import { type MediaScope, chunkQuery, outlineQuery } from "../queries.ts";
import { type Source, isWhole } from "../photos/use-items.ts";

const noLayout: GalleryLayout = {
  total: 0,
  ratioAt: () => 1,
  days: [],
  cursors: [""],
  isOpenEnded: false,
  isStory: false,
};

/** Loads a gallery, newest first or as a story, and hides the photos that the viewer has just deleted. */
export function useGallery(
  scope: MediaScope,
  filter: GalleryFilter,
  isStory: boolean,
  first: Page<MediaItem> | undefined,
) {
  const client = useQueryClient();
  const outline = useQuery(outlineQuery(scope, filter));
  // The first page has the newest photos. A story begins with the oldest, so it waits for the outline.
  const firstPage = isWhole(filter) && !isStory ? first : undefined;
  const hasLayout = outline.data !== undefined || firstPage !== undefined;
  const whole = useMemo(
    () => (outline.data ? layoutOf(outline.data) : firstPage ? layoutOfPage(firstPage) : noLayout),
    [outline.data, firstPage],
  );

  /** The places in the whole layout of the photos with these ids, as far as they are loaded. */
  const placesOf = useCallback(
    (ids: ReadonlySet<string>): number[] => {
      if (ids.size === 0) return [];
      return whole.cursors.flatMap((_, number) => {
        const chunk = chunkAt(whole, number);
        const rows =
          client.getQueryData(chunkQuery(scope, filter, chunk.cursor).queryKey) ??
          (number === 0 ? firstPage?.rows : undefined);
        return (rows ?? []).flatMap((item, i) => (ids.has(item.id) && chunk.from + i < chunk.to ? chunk.from + i : []));
      });
    },
    [client, scope, filter, whole, firstPage],
  );
  const hidden = useSyncExternalStore(hiddenPhotos.subscribe, hiddenPhotos.current);
  const source = useMemo((): Source => {
    const shown = without(whole, placesOf(hidden));
    return { scope, filter, first, whole, ...(isStory ? asStory(shown) : shown) };
  }, [scope, filter, first, whole, isStory, placesOf, hidden]);
  /** Undefined for a photo that is hidden or not loaded. */
  const indexOfId = (id: string) => {
    const place = placesOf(new Set([id]))[0];
    return place === undefined ? undefined : source.indexOf(place);
  };

  return { outline, source, hasLayout, indexOfId };
}

import { type QueryClient, useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { GalleryFilter } from "#contract/gallery.ts";
import { chunkSize } from "#contract/gallery-shape.ts";
import type { MediaItem } from "#contract/media-item.ts";
import type { Page } from "../../core/api.ts";
import { hiddenPhotos } from "./delete-photos.ts";
import { type Chunk, type GalleryLayout, type Shown, chunkAt, chunkNumberOf, chunksIn } from "./outline.ts";
import { type MediaScope, chunkQuery, scopeKey } from "../queries.ts";

/** A gallery as it is shown. `layout` leaves out the hidden photos and has the shown order. */
export interface Source extends Shown {
  readonly scope: MediaScope;
  readonly filter: GalleryFilter;
  /** The layout as the server has it, with the hidden photos. */
  readonly whole: GalleryLayout;
  /** The first page of the whole gallery, if it arrived with the screen. */
  readonly first: Page<MediaItem> | undefined;
}

export type ItemAt = (index: number) => MediaItem | undefined;

/** How a chunk is fetched. The newest one may have arrived with the screen. */
export const chunkOptions = (
  client: QueryClient,
  { scope, filter, first }: Pick<Source, "scope" | "filter" | "first">,
  { cursor }: Pick<Chunk, "cursor">,
) => ({
  ...chunkQuery(scope, filter, cursor),
  ...(cursor === "" && first && isWhole(filter) && { initialData: () => currentRows(client, scope) }),
});

/**
 * The photos that arrived with the screen, unless a hint has made the screen stale: its new answer would not replace them. Read from the
 * cache, because React may still be drawing an older answer.
 */
const currentRows = (client: QueryClient, scope: MediaScope): MediaItem[] | undefined => {
  const state = client.getQueryState<{ readonly media: readonly MediaItem[] }>(scopeKey(scope).slice(0, 2));
  return state?.isInvalidated ? undefined : state?.data?.media.slice(0, chunkSize);
};

export const isWhole = (filter: GalleryFilter): boolean => (filter.person ?? filter.kind ?? filter.since) === undefined;

/** Fetches the photos from `from` up to `to`, chunk by chunk, and keeps them up to date while they are shown. */
export function useItems(
  source: Source,
  from: number,
  to: number,
): { itemAt: ItemAt; error: Error | null; retry: () => void } {
  const client = useQueryClient();
  const { whole, layout, placeOf } = source;
  const chunks = chunksWith(source, from, to);
  const { shown, newest, error, failed } = useQueries({
    queries: [chunkAt(whole, 0), ...chunks.filter(({ number }) => number > 0)].map((chunk) =>
      chunkOptions(client, source, chunk),
    ),
    combine: (results) => ({
      shown: results.map(({ data }) => data),
      newest: results[0]?.data,
      error: results.find((result) => result.error && !result.data)?.error ?? null,
      failed: results.filter((result) => result.error && !result.data).map(({ refetch }) => refetch),
    }),
  });
  const firstShown = chunks.find(({ number }) => number > 0)?.number ?? 1;
  const itemAt: ItemAt = (index) => {
    if (index < 0 || index >= layout.total) return undefined;
    const place = placeOf(index);
    const number = chunkNumberOf(whole, place);
    const chunk = chunkAt(whole, number);
    const rows =
      number === 0
        ? newest
        : (shown[number - firstShown + 1] ?? client.getQueryData(chunkOptions(client, source, chunk).queryKey));
    // The newest chunk is fetched whole, so its surplus rows stand in while the next chunk loads.
    return rows?.[place - chunk.from] ?? (rows ? undefined : newest?.[place]);
  };
  return { itemAt, error, retry: () => failed.forEach((again) => void again()) };
}

/** The range of places in the whole layout with the shown photos from `from` up to `to`. */
function placesOf({ layout, placeOf }: Pick<Source, "layout" | "placeOf">, from: number, to: number) {
  const ends = [placeOf(Math.max(0, from)), placeOf(Math.min(to, layout.total) - 1)];
  return { begin: Math.min(...ends), end: Math.max(...ends) + 1 };
}

/** The chunks with the shown photos from `from` up to `to`, newest first. */
function chunksWith(source: Pick<Source, "whole" | "layout" | "placeOf">, from: number, to: number): readonly Chunk[] {
  if (Math.min(to, source.layout.total) <= from) return [];
  const { begin, end } = placesOf(source, from, to);
  return chunksIn(source.whole, begin, end);
}

/** Fetches the photos of these ids, in any order. Uses the cache if it has all of them, else fetches the whole gallery. */
export function useItemsOf(source: Source): (ids: ReadonlySet<string>) => Promise<readonly MediaItem[]> {
  const client = useQueryClient();
  const fetchItems = useFetchItems(source);
  return async (ids) => {
    const found = new Map<string, MediaItem>();
    const seen = client.getQueriesData<readonly MediaItem[]>({ queryKey: [...scopeKey(source.scope), "chunk"] });
    for (const [, rows] of seen) for (const item of rows ?? []) if (ids.has(item.id)) found.set(item.id, item);
    if (found.size === ids.size) return [...found.values()];
    return (await fetchItems(0, source.layout.total)).filter(({ id }) => ids.has(id));
  };
}

/** Fetches photos anywhere in the gallery, in the shown order. Rejects if a request fails. */
export function useFetchItems(source: Source): (from: number, to: number) => Promise<readonly MediaItem[]> {
  const client = useQueryClient();
  const { scope, filter, first, whole, layout, placeOf } = source;
  return useCallback(
    async (from, to) => {
      const items: MediaItem[] = [];
      const { begin, end } = placesOf({ layout, placeOf }, from, to);
      for (const chunk of chunksWith({ whole, layout, placeOf }, from, to)) {
        const rows = await client.ensureQueryData(chunkOptions(client, { scope, filter, first }, chunk));
        items.push(...rows.slice(Math.max(0, begin - chunk.from), Math.min(end, chunk.to) - chunk.from));
      }
      return hiddenPhotos.notAmong(layout.isStory ? items.toReversed() : items);
    },
    [client, scope, filter, first, whole, layout, placeOf],
  );
}

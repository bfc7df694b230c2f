import { type InfiniteData, type QueryClient, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { MediaItem } from "#contract/media-item.ts";
import { type Page, api, apiPage } from "../api.ts";
import { keys } from "../keys.ts";

/** Whose photos: a trip's own, or a squad's with those of its trips. */
export type MediaScope = { readonly tripId: string } | { readonly squadId: string };

export const scopeKey = (scope: MediaScope): readonly string[] => [
  ...("tripId" in scope ? keys.trip(scope.tripId) : keys.squad(scope.squadId)),
  "media",
];

/** After the first page, which comes small so that it comes soon. */
const laterPage = 100;

/** The photos of a trip or squad in pages, newest first. `first` is a first page that came with something else. */
export const mediaQuery = (scope: MediaScope, first?: Page<MediaItem>) =>
  infiniteQueryOptions({
    queryKey: scopeKey(scope),
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === "" ? {} : { cursor: pageParam, limit: laterPage };
      return "tripId" in scope
        ? apiPage("GET /api/trips/:id/media", { params: { id: scope.tripId }, query, signal })
        : apiPage("GET /api/squads/:id/media", { params: { id: scope.squadId }, query, signal });
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    ...(first && { initialData: { pages: [first], pageParams: [""] } }),
  });

/** All photos of the pages that are here. One that moved while paging is listed once. */
export function photosOf(pages: InfiniteData<Page<MediaItem>> | undefined): readonly MediaItem[] {
  const byId = new Map<string, MediaItem>();
  for (const page of pages?.pages ?? []) for (const item of page.rows) byId.set(item.id, item);
  return [...byId.values()];
}

/** What is switched on, and the limits of uploads. */
export const configQuery = queryOptions({
  queryKey: keys.config,
  queryFn: ({ signal }) => api("GET /api/public/config", { signal }),
});

/** Changes a photo wherever galleries hold it; `change` answers null to take it out. */
export function changePhoto(client: QueryClient, id: string, change: (item: MediaItem) => MediaItem | null): void {
  client.setQueriesData<InfiniteData<Page<MediaItem>>>(
    { predicate: ({ queryKey }) => queryKey[2] === "media" },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) =>
          page.rows.some((item) => item.id === id)
            ? { ...page, rows: page.rows.flatMap((item) => (item.id === id ? (change(item) ?? []) : item)) }
            : page,
        ),
      },
  );
}

/** Has what else shows photos fetched again: the latest ones, the trips that hold them. */
export const refreshPhotos = (client: QueryClient): Promise<unknown> =>
  Promise.all([keys.recentMedia, keys.dashboard, keys.trips].map((queryKey) => client.invalidateQueries({ queryKey })));

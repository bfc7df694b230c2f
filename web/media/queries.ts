import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { GalleryFilter, Outline } from "#contract/gallery.ts";
import { chunkSize } from "#contract/gallery-shape.ts";
import type { CallName } from "#contract/calls.ts";
import type { MediaItem } from "#contract/media-item.ts";
import { apiUnless } from "../core/api-unless.ts";
import { api, apiPage, firstAnswer } from "../core/api.ts";
import { callQuery } from "../core/call-query.ts";
import { keys } from "../core/keys.ts";
import { hereZone } from "../core/zone.ts";

/** Whose photos: a trip's own, or a squad's with those of its trips. */
export type MediaScope = { readonly tripId: string } | { readonly squadId: string };

/** The calls about photos that trips and squads both have, by their names for trips. */
type MediaCall = {
  [N in CallName]: N extends `${infer Method} /api/squads/:id/media${infer Rest}`
    ? Extract<CallName, `${Method} /api/trips/:id/media${Rest}`>
    : never;
}[CallName];

/**
 * The trip's call, or the squad's call of the same kind: `api(name, { params, … })`. Both have the same body and reply, so the type is that
 * of the trip's call.
 */
const mediaCall = <N extends MediaCall>(scope: MediaScope, name: N) =>
  "tripId" in scope
    ? { name, params: { id: scope.tripId } }
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- MediaCall names only calls that squads have too
      { name: name.replace("/trips/", "/squads/") as N, params: { id: scope.squadId } };

export const scopeKey = (scope: MediaScope): readonly string[] => [
  ...("tripId" in scope ? keys.trip(scope.tripId) : keys.squad(scope.squadId)),
  "media",
];

const filterKey = ({ person, kind }: GalleryFilter) => `${person ?? ""} ${kind ?? ""}`;

/** The versions of the outlines that are here. */
const etags = new WeakMap<Outline, string>();

/** How a gallery is laid out. One that has not changed is neither sent nor laid out again: many hints are about something else. */
export const outlineQuery = (scope: MediaScope, filter: GalleryFilter) => {
  const queryKey = [...scopeKey(scope), "outline", filterKey(filter)];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Outline> => {
      const query = { ...filter, zone: hereZone() };
      const known = client.getQueryData<Outline>(queryKey);
      const etag = (known && etags.get(known)) ?? null;
      const { name, params } = mediaCall(scope, "GET /api/trips/:id/media/outline");
      const found = await apiUnless(name, etag, { params, query, signal });
      if (!found) return known!;
      // The photos on screen move into their new boxes in one step.
      await settled(client, scope);
      if (found.etag !== null) etags.set(found.answer, found.etag);
      return found.answer;
    },
    structuralSharing: false,
  });
};

/** Takes over the outline that the document brings, if it brings one, so that the gallery is laid out once. */
export async function takeFirstOutline(client: QueryClient, scope: MediaScope): Promise<void> {
  const { name, params } = mediaCall(scope, "GET /api/trips/:id/media/outline");
  const isBrought = firstAnswer(name, { params, query: { zone: hereZone() } }) !== undefined;
  if (isBrought) await client.prefetchQuery(outlineQuery(scope, {}));
}

/** Waits for the chunks that are on their way. */
const settled = (client: QueryClient, scope: MediaScope): Promise<unknown> =>
  Promise.allSettled(
    client
      .getQueryCache()
      .findAll({ queryKey: [...scopeKey(scope), "chunk"], type: "active", fetchStatus: "fetching" })
      .map(async ({ promise }) => promise),
  );

/** The photos after a cursor. The newest chunk is asked for whole, though it may show fewer: those it will soon have are there then. */
export const chunkQuery = (scope: MediaScope, filter: GalleryFilter, cursor: string) => {
  const query = { ...filter, limit: chunkSize, ...(cursor !== "" && { cursor }) };
  const { name, params } = mediaCall(scope, "GET /api/trips/:id/media");
  return callQuery([...scopeKey(scope), "chunk", filterKey(filter), cursor], name, { params, query });
};

/** How many photos come before one; null when it is not in the gallery. Asked anew each time: others come and go. */
export const positionQuery = (scope: MediaScope, filter: GalleryFilter, photo: string) => {
  const query = { ...filter, photo };
  const { name, params } = mediaCall(scope, "GET /api/trips/:id/media/position");
  const queryKey = [...scopeKey(scope), "position", filterKey(filter), photo];
  return queryOptions({ ...callQuery(queryKey, name, { params, query }), staleTime: 0, gcTime: 0 });
};

/** Whether the viewer may restore any photo of this trip or squad. */
export const hasTrashQuery = (scope: MediaScope) =>
  queryOptions({
    queryKey: [...scopeKey(scope), "has-trash"],
    queryFn: async ({ signal }) => (await trashPage(scope, { limit: 1 }, signal)).rows.length > 0,
  });

/** Photos in the trash that the viewer may restore, the latest deletion first. */
export const trashPage = (scope: MediaScope, query: { limit?: number; cursor?: string }, signal: AbortSignal) =>
  "tripId" in scope
    ? apiPage("GET /api/trips/:id/trash", { params: { id: scope.tripId }, query, signal })
    : apiPage("GET /api/squads/:id/trash", { params: { id: scope.squadId }, query, signal });

/** The coordinates of a photo, for members; null if its file has none. They never change. */
export const locationQuery = (id: string) =>
  queryOptions({
    queryKey: ["media-location", id],
    queryFn: async ({ signal }) => (await api("GET /api/media/:id/place", { params: { id }, signal })).place,
    staleTime: Infinity,
  });

/** Fetches what is shown of a gallery again; answers why it did not come. */
export async function refreshGallery(
  client: QueryClient,
  scope: MediaScope,
  filter: GalleryFilter,
): Promise<{ readonly error: unknown }> {
  try {
    await Promise.all([
      client.fetchQuery({ ...outlineQuery(scope, filter), staleTime: 0 }),
      client.refetchQueries({ queryKey: [...scopeKey(scope), "chunk"], type: "active" }, { throwOnError: true }),
    ]);
    return { error: null };
  } catch (error) {
    return { error };
  }
}

/** What is switched on, and the limits of uploads. */
export const configQuery = callQuery(keys.config, "GET /api/public/config");

/** Changes a photo wherever galleries hold it. */
export function changePhoto(client: QueryClient, id: string, change: (item: MediaItem) => MediaItem): void {
  client.setQueriesData<readonly MediaItem[]>(
    { predicate: ({ queryKey }) => queryKey[2] === "media" && queryKey[3] === "chunk" },
    (rows) =>
      rows?.some((item) => item.id === id) ? rows.map((item) => (item.id === id ? change(item) : item)) : rows,
  );
}

/** Has the galleries and what else shows photos fetched again: the latest ones, the trips that hold them. */
export const refreshPhotos = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === "media" }),
    ...[keys.recentMedia, keys.dashboard, keys.trips].map((queryKey) => client.invalidateQueries({ queryKey })),
  ]);

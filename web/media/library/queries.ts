import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Import } from "#contract/library.ts";
import { api } from "../../core/api.ts";
import type { MediaScope } from "../queries.ts";

const keyOf = (what: string, scope: MediaScope) => ["photo-library", what, ...Object.values(scope)];

/** What is here from the library already, and what did not come. Looked up each time the dialog opens. */
export const resyncQuery = (scope: MediaScope) =>
  queryOptions({
    queryKey: keyOf("resync", scope),
    queryFn: ({ signal }) => api("GET /api/google-photos/resync", { query: scope, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

const lookMs = 1000;

export const isOnItsWay = ({ state }: Pick<Import, "state">): boolean => state === "waiting" || state === "running";

/** How far the imports are; asked again every second while one is on its way. */
export const importsQuery = (scope: MediaScope) =>
  queryOptions({
    queryKey: keyOf("imports", scope),
    queryFn: async ({ signal }) => (await api("GET /api/google-photos/import", { query: scope, signal })).imports,
    refetchInterval: ({ state: { data } }) => (data?.some(isOnItsWay) ? lookMs : false),
    refetchIntervalInBackground: true,
    staleTime: 0,
    retry: false,
  });

/** Has what is kept of a place's imports looked up anew. */
export const refreshLibrary = (client: QueryClient): Promise<unknown> =>
  client.invalidateQueries({ queryKey: ["photo-library"] });

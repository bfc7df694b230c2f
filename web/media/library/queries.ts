import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Import } from "#contract/library.ts";
import { api } from "../../core/api.ts";
import { callQuery } from "../../core/call-query.ts";
import type { MediaScope } from "../queries.ts";

const keyOf = (what: string, scope: MediaScope) => ["photo-library", what, ...Object.values(scope)];

/** The photos that are imported already, and those that failed. Fetched each time the dialog opens. */
export const resyncQuery = (scope: MediaScope) =>
  queryOptions({
    ...callQuery(keyOf("resync", scope), "GET /api/google-photos/resync", { query: scope }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

const pollMs = 1000;

export const isUnfinished = ({ state }: Pick<Import, "state">): boolean => state === "waiting" || state === "running";

/** The progress of the imports, fetched every second while one is running. */
export const importsQuery = (scope: MediaScope) =>
  queryOptions({
    queryKey: keyOf("imports", scope),
    queryFn: async ({ signal }) => (await api("GET /api/google-photos/import", { query: scope, signal })).imports,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnfinished) ? pollMs : false),
    refetchIntervalInBackground: true,
    staleTime: 0,
    retry: false,
  });

/** Fetches all queries of this file again. */
export const refreshLibrary = (client: QueryClient): Promise<unknown> =>
  client.invalidateQueries({ queryKey: ["photo-library"] });

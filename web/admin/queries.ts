import { type QueryClient, type QueryKey, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Page, api, apiPage } from "../core/api.ts";
import { proven } from "./proof.ts";

const key = ["admin"];

// No hint arrives about what happens on the site, so each visit of a part looks again.
const staleTime = 0;

/** Counts are at most this old on the server. In milliseconds. */
const countedMs = 60_000;

/** The front of the admin page, which stays up to date while it is open. */
export const overviewQuery = queryOptions({
  queryKey: [...key, "overview"],
  queryFn: ({ signal }) => proven(() => api("GET /api/admin", { signal })),
  staleTime,
  refetchInterval: countedMs,
});

export const queuesQuery = queryOptions({
  queryKey: [...key, "queues"],
  queryFn: ({ signal }) => proven(() => api("GET /api/admin/queues", { signal })),
  staleTime,
});

export const backupsQuery = queryOptions({
  queryKey: [...key, "backups"],
  queryFn: ({ signal }) => proven(() => api("GET /api/admin/backups", { signal })),
  staleTime,
});

interface Asked {
  readonly query: { readonly cursor?: string };
  readonly signal: AbortSignal;
}

const paged = <Row>(part: QueryKey, ask: (asked: Asked) => Promise<Page<Row>>) =>
  infiniteQueryOptions({
    queryKey: [...key, ...part],
    queryFn: ({ pageParam, signal }) =>
      proven(() => ask({ query: pageParam === "" ? {} : { cursor: pageParam }, signal })),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    staleTime,
  });

/** People whose name begins with `search`, or all. */
export const peopleQuery = (search: string) =>
  paged(["people", search], ({ query, signal }) =>
    apiPage("GET /api/admin/people", { query: { ...query, ...(search !== "" && { search }) }, signal }),
  );
export const squadsOfSiteQuery = paged(["squads"], (asked) => apiPage("GET /api/admin/squads", asked));
export const failedJobsQuery = paged(["jobs"], (asked) => apiPage("GET /api/admin/jobs", asked));
export const bouncedMailsQuery = paged(["mails"], (asked) => apiPage("GET /api/admin/mails", asked));
export const securityQuery = paged(["security"], (asked) => apiPage("GET /api/admin/security", asked));
export const doneActionsQuery = paged(["actions"], (asked) => apiPage("GET /api/admin/actions", asked));

/** Asks again for what the open part of the page shows, after an action. */
export const refreshAdmin = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: key });

import { infiniteQueryOptions } from "@tanstack/react-query";
import { callQuery, pagedQuery } from "../core/call-query.ts";
import { keys } from "../core/keys.ts";

/** A squad's trips after the cursor `after`, in pages. */
export const squadTripsQuery = (id: string, after: string) =>
  infiniteQueryOptions({
    ...pagedQuery([...keys.squad(id), "trips", after], "GET /api/squads/:id/trips", { params: { id } }),
    initialPageParam: after,
  });

/** Who sits in a squad without an account, for its admins. */
export const squadSeatsQuery = (id: string) =>
  callQuery([...keys.squad(id), "seats"], "GET /api/squads/:id/seats", { params: { id } });

/** What a merge of two people of a squad would move. */
export const mergePlanQuery = (id: string, userId: string, intoId: string) =>
  callQuery([...keys.squad(id), "merge", userId, intoId], "GET /api/squads/:id/merges/:userId/into/:intoId", {
    params: { id, userId, intoId },
  });

/** Public squads with `q` in their name or description, in pages. */
export const publicSquadsQuery = (q: string) =>
  infiniteQueryOptions({
    ...pagedQuery(["public-squads", q], "GET /api/public/squads", { query: { q } }),
    // No hints arrive about squads of others, so each visit fetches the list again.
    staleTime: 0,
    gcTime: 30_000,
  });

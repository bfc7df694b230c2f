import { infiniteQueryOptions } from "@tanstack/react-query";
import type { CabinetOrder } from "#contract/titles.ts";
import { apiPage } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";

/** The trophy cabinet of a squad in one of its orders, in pages of shelves. */
export const trophiesQuery = (squadId: string, by: CabinetOrder) =>
  infiniteQueryOptions({
    queryKey: [...keys.squad(squadId), "trophies", by],
    queryFn: ({ pageParam, signal }) =>
      apiPage("GET /api/squads/:id/trophies", {
        params: { id: squadId },
        query: { by, ...(pageParam !== "" && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });

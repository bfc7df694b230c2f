import type { CabinetOrder } from "#contract/titles.ts";
import { pagedQuery } from "../../core/call-query.ts";
import { keys } from "../../core/keys.ts";

/** The trophy cabinet of a squad in one of its orders, in pages of shelves. */
export const trophiesQuery = (squadId: string, by: CabinetOrder) =>
  pagedQuery([...keys.squad(squadId), "trophies", by], "GET /api/squads/:id/trophies", {
    params: { id: squadId },
    query: { by },
  });

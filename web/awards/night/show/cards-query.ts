import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../core/api.ts";
import { keys } from "../../../core/keys.ts";

/** All cards of a night that is over. */
export const nightCardsQuery = (tripId: string) =>
  queryOptions({
    queryKey: [...keys.night(tripId), "cards"],
    queryFn: ({ signal }) => api("GET /api/trips/:id/night/cards", { params: { id: tripId }, signal }),
  });

import { callQuery } from "../../../core/call-query.ts";
import { keys } from "../../../core/keys.ts";

/** All cards of a night that is over. */
export const nightCardsQuery = (tripId: string) =>
  callQuery([...keys.night(tripId), "cards"], "GET /api/trips/:id/night/cards", { params: { id: tripId } });

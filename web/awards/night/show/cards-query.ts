import { callQuery } from "../../../core/call-query.ts";
import { keys } from "../../../core/keys.ts";

/** What the hosts know of the card after the one that began at `cardAt`. */
export const aheadQuery = (tripId: string, cardAt: string) =>
  callQuery([...keys.night(tripId), "next", cardAt], "GET /api/trips/:id/night/next", { params: { id: tripId } });

/** All cards of a night that is over. */
export const nightCardsQuery = (tripId: string) =>
  callQuery([...keys.night(tripId), "cards"], "GET /api/trips/:id/night/cards", { params: { id: tripId } });

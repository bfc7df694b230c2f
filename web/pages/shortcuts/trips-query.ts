import { callQuery } from "../../core/call-query.ts";
import { keys } from "../../core/keys.ts";

/** The viewer's trips, as many as one call gives: the nearest first. */
export const allTripsQuery = callQuery([...keys.trips, "all"], "GET /api/trips", { query: { limit: 200 } });

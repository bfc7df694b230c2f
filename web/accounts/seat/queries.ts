import { callQuery } from "../../core/call-query.ts";
import { keys } from "../../core/keys.ts";

/** The viewer's seat. */
export const seatQuery = callQuery(keys.seat, "GET /api/seat");

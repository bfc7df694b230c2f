import { queryOptions } from "@tanstack/react-query";
import { api } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";

/** The viewer's seat. */
export const seatQuery = queryOptions({
  queryKey: keys.seat,
  queryFn: ({ signal }) => api("GET /api/seat", { signal }),
});

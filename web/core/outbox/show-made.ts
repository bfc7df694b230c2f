import type { QueryKey } from "@tanstack/react-query";
import type { User } from "#contract/people.ts";
import type { MadeCall } from "./entry.ts";

/**
 * Returns the data of a query with what somebody has done, which the server has not seen; the same data if it shows that already or has
 * nothing of it. Each room has one of its queries.
 */
export type ShowMade = (queryKey: QueryKey, data: unknown, made: MadeCall, me: User) => unknown;

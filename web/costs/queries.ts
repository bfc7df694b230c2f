import { infiniteQueryOptions } from "@tanstack/react-query";
import type { Books, CostCategory } from "#contract/costs.ts";
import { api, firstAnswer } from "../core/api.ts";
import { callQuery, pagedQuery } from "../core/call-query.ts";
import { keys } from "../core/keys.ts";
import { costsKey } from "./books/in-cache.ts";

/** Which costs of a trip to list. */
export interface CostFilter {
  /** Those that this person paid for or shares. */
  readonly person?: string | undefined;
  readonly category?: CostCategory | undefined;
}

/** The books of a trip, with its costs in pages. The first page has the present balances, payments and totals. */
export const booksQuery = (tripId: string, { person, category }: CostFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [...costsKey(tripId), person ?? "", category ?? ""],
    queryFn: ({ pageParam, signal }) =>
      api("GET /api/trips/:id/costs", {
        params: { id: tripId },
        query: { person, category, ...(pageParam !== "" && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCosts }: Books) => nextCosts,
    initialData: () => {
      if (person !== undefined || category !== undefined) return undefined;
      const first = firstAnswer("GET /api/trips/:id/costs", { params: { id: tripId } });
      return first && { pages: [first], pageParams: [""] };
    },
  });

/** A cost that no page of the list has yet. */
export const costQuery = (tripId: string, id: string) =>
  callQuery([...keys.trip(tripId), "cost", id], "GET /api/costs/:id", { params: { id } });

/** The payments behind those that the books bring. */
export const laterPaymentsQuery = (tripId: string, cursor: string) =>
  pagedQuery([...keys.trip(tripId), "payments", cursor], "GET /api/trips/:id/payments", {
    params: { id: tripId },
    query: { cursor },
  });

/** What people changed in costs and payments, newest first. */
export const changesQuery = (tripId: string) =>
  pagedQuery([...keys.trip(tripId), "changes"], "GET /api/trips/:id/changes", {
    params: { id: tripId },
    query: { of: "costs" },
  });

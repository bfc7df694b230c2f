import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import type { Books, Cost } from "#contract/costs.ts";
import { keys } from "../../core/keys.ts";

/** The key of all that a page knows of a trip's costs. */
export const costsKey = (tripId: string) => [...keys.trip(tripId), "costs"] as const;

type Pages = InfiniteData<Books>;

const isBooks = (data: unknown): data is Books => typeof data === "object" && data !== null && "balances" in data;
const isPages = (data: unknown): data is Pages =>
  typeof data === "object" && data !== null && "pages" in data && Array.isArray(data.pages) && isBooks(data.pages[0]);

/** Whether a list shows a cost: the key of its query ends with the person and the category to which it is limited, or with empty texts. */
const showsIn = ([, , , person, category]: QueryKey, { payers, shares, category: own }: Cost): boolean =>
  (!person || [...payers, ...shares].some(({ personId }) => personId === person)) && (!category || category === own);

/** Changes books. `isShown` says whether a cost belongs into their list. */
type Change = (books: Books, isShown: (cost: Cost) => boolean) => Books;

/** What a query knows of the books, changed. The same data if nothing changes, or it holds no books. */
export function inBooks(queryKey: QueryKey, data: unknown, change: Change): unknown {
  const changed = (books: Books) => change(books, (cost) => showsIn(queryKey, cost));
  if (isBooks(data)) return changed(data);
  if (!isPages(data)) return data;
  const [first, ...others] = data.pages;
  const before = { ...first!, costs: data.pages.flatMap(({ costs }) => costs) };
  const after = changed(before);
  if (after === before) return data;
  // The balances and totals of the first page count, and it takes what is new.
  const left = new Set(after.costs);
  const later = others.map((page) => ({ ...page, costs: page.costs.filter((cost) => left.has(cost)) }));
  const isLater = new Set(later.flatMap(({ costs }) => costs));
  return { ...data, pages: [{ ...after, costs: after.costs.filter((cost) => !isLater.has(cost)) }, ...later] };
}

/** Changes the books in all queries of a trip. */
export function changeBooks(client: QueryClient, tripId: string, change: Change): void {
  for (const [queryKey] of client.getQueriesData({ queryKey: costsKey(tripId) }))
    client.setQueryData(queryKey, (data: unknown) => inBooks(queryKey, data, change));
}

/** Fetches anew what shows the costs of a trip: its room, its page and its cards. */
export const refreshCosts = (client: QueryClient, tripId: string): Promise<unknown> =>
  Promise.all(
    [keys.trip(tripId), keys.trips, keys.dashboard].map((queryKey) => client.invalidateQueries({ queryKey })),
  );

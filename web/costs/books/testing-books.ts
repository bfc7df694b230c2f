import type { Books } from "#contract/costs.ts";

/** Books without costs, of a crew with these names, for tests. */
export const booksOf = (crew: readonly string[], currency: string | null = null): Books => ({
  currency,
  offeredCurrency: null,
  people: crew.map((id) => ({
    id,
    user: { id, firstName: id, lastName: "Berg", bio: null, profileImageUrl: null, isSeat: false },
    isCrew: true,
    isExpected: false,
    payTo: null,
  })),
  costs: [],
  nextCosts: null,
  found: 0,
  count: 0,
  balances: [],
  settle: [],
  payments: [],
  nextPayments: null,
  totals: { trip: 0, categories: [] },
  rates: [],
  viewer: { mayAdd: true, isOrganizer: false },
});

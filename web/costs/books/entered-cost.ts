import type { Books, Cost, NewCost } from "#contract/costs.ts";
import { type EnteredCost, costParts } from "#contract/money/cost-parts.ts";

type People = Books["people"];

/** People in the order in which the server counts: that of the books. */
const inOrder = <P extends { readonly personId: string }>(rows: readonly P[], people: People): readonly P[] => {
  const places = new Map(people.map(({ id }, place) => [id, place]));
  const placeOf = ({ personId }: P) => places.get(personId) ?? places.size;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
};

/** A cost that is to be saved, as the rules of money take it. */
export const enteredOf = (cost: NewCost, people: People): EnteredCost => ({
  key: cost.key,
  amount: cost.amount,
  currency: cost.currency,
  rate: cost.rate ?? null,
  tripAmount: cost.tripAmount ?? null,
  split: cost.split,
  payers: inOrder(cost.payers, people),
  people: inOrder(cost.people, people),
});

/** A cost as the page shows it before the server has answered. Undefined if it does not add up; the server says why. */
export function shownCost(
  cost: NewCost,
  books: Books,
  rest: Pick<Cost, "id" | "tripId" | "writtenBy">,
): Cost | undefined {
  const parts = costParts(enteredOf(cost, books.people), books.currency ?? cost.currency);
  if ("fault" in parts) return undefined;
  const { key, title, category = "other", note = "", amount, currency, split, receipt } = cost;
  return {
    ...rest,
    ...parts,
    key,
    title,
    day: `${cost.day.slice(0, 10)}T00:00:00.000Z`,
    category,
    note,
    amount,
    currency,
    split,
    payers: [...parts.payers],
    shares: [...parts.shares],
    receipt: receipt ? (/\.pdf$/i.test(receipt.fileName ?? "") ? "pdf" : "picture") : null,
    version: 0,
    mayChange: false,
  };
}

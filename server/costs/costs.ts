// Decision 125: why the server stores what the rules of money return, and people of the books are rows.
import { maxCosts } from "#contract/cost-limits.ts";
import type { NewCost } from "#contract/costs.ts";
import { type CostParts, type EnteredCost, costParts } from "#contract/money/cost-parts.ts";
import { withValues } from "#contract/refusals.ts";
import { Problem, notFound } from "../platform/http/problem.ts";
import { type BooksAccess, demandMayAdd } from "./access.ts";
import { type LockedBooks, demandKnown, lockBooks, rowsOf } from "./books.ts";
import { refusedCost } from "./faults.ts";
import type { BooksPerson } from "./people-store.ts";
import type { SetReceipt } from "./receipts.ts";
import { type StoredCost, inBooksOrder, mayChange } from "./stored-cost.ts";
import type { CostWrites } from "./writes-store.ts";

/** What a write did, for the history, the reply and the people whom it concerns. */
export interface WrittenCost extends LockedBooks {
  readonly before: StoredCost | null;
  readonly after: StoredCost | null;
  /** It undid a change, of which nobody hears again. */
  readonly isUndo?: true;
}

/**
 * Enters a cost. The same key again adds nothing, so a request may be sent again; 404 if the cost is deleted by then. The first cost chooses
 * the trip's currency.
 */
export async function addCost(
  writes: CostWrites,
  seen: BooksAccess,
  entered: NewCost,
  setReceipt: SetReceipt,
): Promise<WrittenCost> {
  const books = await lockBooks(writes, seen);
  const { access, people } = books;
  const { tripId, userId } = access;
  const sameId = await writes.findByKey(tripId, "cost", entered.key);
  if (sameId !== undefined) {
    const same = await demandCost(writes, sameId);
    return { ...books, before: same, after: same };
  }
  demandMayAdd(access);
  if ((await writes.countAll(tripId, "costs")) >= maxCosts)
    throw new Problem("too_many", withValues("costs_full", { max: maxCosts }));
  const currency = access.currency ?? entered.currency;
  const { payers, people: sharers, key, split, category = "other", note = "", title, day } = entered;
  const { rate = null, tripAmount = null } = entered;
  const money = {
    key,
    amount: entered.amount,
    currency: entered.currency,
    rate,
    tripAmount,
    payers,
    split,
    people: sharers,
  };
  const parts = partsOf(people, money, currency);
  if (access.currency === null) await writes.setCurrency(tripId, currency);
  const columns = { title, day: day.slice(0, 10), category, note, amount: entered.amount, currency: entered.currency };
  const id = await writes.add(tripId, userId, key, {
    ...columns,
    split,
    rate: parts.rate,
    tripAmount: parts.tripAmount,
  });
  await writeParts(writes, books, id, parts);
  if (entered.receipt) await setReceipt(access, id, entered.receipt);
  return { ...books, before: null, after: await demandCost(writes, id) };
}

/** Deletes a cost. With the last cost and payment the trip's currency goes. */
export async function removeCost(writes: CostWrites, seen: BooksAccess, id: string): Promise<WrittenCost> {
  const books = await lockBooks(writes, seen);
  const before = await demandCost(writes, id);
  await demandMayChange(writes, books.access, before);
  await writes.remove(id);
  await forgetCurrency(writes, books.access.tripId);
  return { ...books, before, after: null };
}

/** Takes the currency off a trip without costs and payments. */
export async function forgetCurrency(writes: CostWrites, tripId: string): Promise<void> {
  const left = (await writes.countAll(tripId, "costs")) + (await writes.countAll(tripId, "payments"));
  if (left === 0) await writes.setCurrency(tripId, null);
}

/** 404 if it was deleted. */
export async function demandCost(writes: CostWrites, id: string): Promise<StoredCost> {
  const cost = await writes.findCost(id);
  if (!cost) throw notFound("cost_not_found");
  return cost;
}

/** 403 for everybody but who entered the cost, who paid it, and organizers on the crew. */
export async function demandMayChange(writes: CostWrites, access: BooksAccess, cost: StoredCost): Promise<void> {
  if (mayChange(access, cost)) return;
  const name = cost.writtenBy && (await writes.findName(cost.writtenBy));
  throw new Problem("forbidden", withValues("cost_not_yours", { names: name ?? "a former crew member" }));
}

/** Computes the parts of a cost, its people in the order of the books. 400 if it does not add up or names somebody unknown. */
export function partsOf(people: readonly BooksPerson[], entered: EnteredCost, currency: string): CostParts {
  demandKnown(
    people,
    entered.payers.map(({ personId }) => personId),
    "payers",
  );
  demandKnown(
    people,
    entered.people.map(({ personId }) => personId),
    "people",
  );
  const parts = costParts(
    {
      ...entered,
      payers: inBooksOrder(people, entered.payers, ({ personId }) => personId),
      people: inBooksOrder(people, entered.people, ({ personId }) => personId),
    },
    currency,
  );
  if ("fault" in parts) throw refusedCost(parts, entered.currency, currency);
  return parts;
}

/** Writes who paid and who shares a cost, or one of the two. */
export async function writeParts(
  writes: CostWrites,
  books: LockedBooks,
  id: string,
  { payers, shares }: Partial<Pick<CostParts, "payers" | "shares">>,
): Promise<void> {
  const rowOf = await rowsOf(
    writes,
    books,
    [...(payers ?? []), ...(shares ?? [])].map(({ personId }) => personId),
  );
  if (payers)
    await writes.setPayers(
      id,
      payers.map(({ personId, ...one }) => ({ ...one, row: rowOf(personId) })),
    );
  if (shares)
    await writes.setShares(
      id,
      shares.map(({ personId, ...one }) => ({ ...one, row: rowOf(personId) })),
    );
}

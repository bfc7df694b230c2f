import type { CostParts, EnteredCost } from "../cost-parts.ts";
import type { Balance, Transfer } from "../settle.ts";

/** A cost in the books. Its people are rows, of which two may be one person. */
export interface BookedCost {
  readonly entered: EnteredCost;
  readonly parts: CostParts;
}

/** One change of a cost. Without `before` it was entered, without `after` deleted. */
export interface CostChange {
  readonly key: string;
  readonly before: BookedCost | undefined;
  readonly after: BookedCost | undefined;
}

/** The books of a trip in memory, as the tables keep them: money stands between rows, and a row names a person. */
export interface Books {
  readonly currency: string;
  /** The crew in crew order, then who left. */
  people: readonly string[];
  crew: readonly string[];
  /** The person of each row of two who were merged. Any other row is that of the person with the same id. */
  owners: ReadonlyMap<string, string>;
  costs: ReadonlyMap<string, BookedCost>;
  /** In the order in which they were entered, between rows. */
  payments: readonly Transfer[];
  /** The balance of each row, changed by each write and never counted anew. */
  readonly kept: Map<string, number>;
}

/** The steps of a random life. Each returns whether it did anything. */
export type Steps = Readonly<Record<string, () => boolean>>;

export const ownerOf = ({ owners }: Books, row: string): string => owners.get(row) ?? row;

/** Sorts rows as their people stand in crew order. */
export function inOrder<T extends { readonly personId: string }>(books: Books, rows: readonly T[]): readonly T[] {
  const place = ({ personId }: T) => books.people.indexOf(ownerOf(books, personId));
  return rows.toSorted((a, b) => place(a) - place(b) || (a.personId < b.personId ? -1 : 1));
}

/** Puts a cost in the place of another, and moves the balances that the books keep. */
export function apply(books: Books, { key, before, after }: CostChange) {
  if (before) move(books, before, -1);
  if (after) move(books, after, 1);
  const costs = new Map(books.costs);
  if (after) costs.set(key, after);
  else costs.delete(key);
  books.costs = costs;
}

function move({ kept }: Books, { parts }: BookedCost, sign: 1 | -1) {
  const add = (row: string, amount: number) => kept.set(row, (kept.get(row) ?? 0) + sign * amount);
  for (const { personId, tripAmount } of parts.payers) add(personId, tripAmount);
  for (const { personId, share } of parts.shares) add(personId, -share);
}

/** Records a payment, or takes one back if `sign` is −1. */
export function pay(books: Books, payment: Transfer, sign: 1 | -1 = 1) {
  const { from, to, amount } = payment;
  books.payments = sign === 1 ? [...books.payments, payment] : books.payments.filter((one) => one !== payment);
  books.kept.set(from, (books.kept.get(from) ?? 0) + sign * amount);
  books.kept.set(to, (books.kept.get(to) ?? 0) - sign * amount);
}

/** What settling starts from: the balances by the costs alone, in crew order, and the payments between two people. */
export function toSettle(books: Books): {
  readonly balances: readonly Balance[];
  readonly payments: readonly Transfer[];
} {
  const sums = new Map(books.people.map((id) => [id, 0]));
  const add = (row: string, amount: number) => {
    const id = ownerOf(books, row);
    sums.set(id, sums.get(id)! + amount);
  };
  for (const { parts } of books.costs.values()) {
    for (const { personId, tripAmount } of parts.payers) add(personId, tripAmount);
    for (const { personId, share } of parts.shares) add(personId, -share);
  }
  const payments = books.payments
    .map(({ from, to, amount }) => ({ from: ownerOf(books, from), to: ownerOf(books, to), amount }))
    .filter(({ from, to }) => from !== to);
  return { balances: [...sums].map(([id, balance]) => ({ id, balance })), payments };
}

/** The balances after these payments, in the same order. */
export function afterPaying(balances: readonly Balance[], payments: readonly Transfer[]): readonly Balance[] {
  const now = new Map(balances.map(({ id, balance }) => [id, balance]));
  for (const { from, to, amount } of payments) {
    now.set(from, now.get(from)! + amount);
    now.set(to, now.get(to)! - amount);
  }
  return [...now].map(([id, balance]) => ({ id, balance }));
}

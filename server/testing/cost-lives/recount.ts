import type { Body } from "../app.ts";

interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
}

/** The books of a trip as their page shows them, all on one page. */
export interface ShownBooks {
  readonly currency: string | null;
  readonly costs: readonly ShownCost[];
  readonly payments: readonly (Transfer & { readonly id: string })[];
  readonly balances: readonly { personId: string; balance: number; paid: number; share: number }[];
  readonly settle: readonly Transfer[];
  readonly totals: { readonly trip: number };
  readonly people: readonly { readonly id: string; readonly isCrew: boolean; readonly user: object | null }[];
}

export interface ShownCost {
  readonly id: string;
  readonly version: number;
  readonly amount: number;
  readonly currency: string;
  readonly rate: string | null;
  readonly tripAmount: number;
  readonly split: "equal" | "shares" | "exact";
  readonly payers: readonly { personId: string; amount: number; tripAmount: number }[];
  readonly shares: readonly { personId: string; weight: number; share: number }[];
}

const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((sum, one) => sum + one, 0);

/**
 * Says what is wrong with books, as whoever reads the page would find by counting again: parts that do not sum, shares that are further from
 * the exact one than a unit for each row, balances that differ from the recount, and a plan that leaves somebody uneven.
 */
export function faultsOf(books: ShownBooks, rowsOfPeople: ReadonlyMap<string, number>): readonly string[] {
  const faults: string[] = [];
  const recount = new Map<string, { paid: number; share: number; moved: number }>();
  const of = (id: string) => {
    const one = recount.get(id) ?? { paid: 0, share: 0, moved: 0 };
    recount.set(id, one);
    return one;
  };
  for (const { id, amount, tripAmount, payers, shares } of books.costs) {
    if (sumOf(payers.map((one) => one.amount)) !== amount) faults.push(`cost ${id}: payers`);
    if (sumOf(payers.map((one) => one.tripAmount)) !== tripAmount) faults.push(`cost ${id}: payers in the trip's`);
    if (sumOf(shares.map((one) => one.share)) !== tripAmount) faults.push(`cost ${id}: shares`);
    const weights = sumOf(shares.map((one) => one.weight));
    for (const { personId, weight, share } of shares) {
      // Two rows of a person who was merged are each within a unit.
      const most = rowsOfPeople.get(personId) ?? 1;
      const gap = BigInt(share) * BigInt(weights) - BigInt(tripAmount) * BigInt(weight);
      const size = gap < 0n ? -gap : gap;
      if (size > BigInt(most) * BigInt(weights)) faults.push(`cost ${id}: the share of ${personId}`);
      of(personId).share += share;
    }
    for (const one of payers) of(one.personId).paid += one.tripAmount;
  }
  for (const { from, to, amount } of books.payments) {
    of(from).moved += amount;
    of(to).moved -= amount;
  }
  const shown = new Map(books.balances.map((one) => [one.personId, one]));
  for (const [id, { paid, share, moved }] of recount) {
    const one = shown.get(id);
    if (one?.paid !== paid || one.share !== share || one.balance !== paid - share + moved)
      faults.push(`the balance of ${id}: ${JSON.stringify(one)} for ${paid} - ${share} + ${moved}`);
  }
  for (const { personId, balance } of books.balances)
    if (balance !== 0 && !recount.has(personId)) faults.push(`${personId} has a balance of nothing`);
  if (sumOf(books.balances.map(({ balance }) => balance)) !== 0) faults.push("the balances do not sum to 0");
  if (sumOf(books.costs.map(({ tripAmount }) => tripAmount)) !== books.totals.trip) faults.push("the total");
  const left = new Map(books.balances.map(({ personId, balance }) => [personId, balance]));
  for (const { from, to, amount } of books.settle) {
    if (amount <= 0 || from === to) faults.push("a line of the plan that pays nothing");
    left.set(from, (left.get(from) ?? 0) + amount);
    left.set(to, (left.get(to) ?? 0) - amount);
  }
  if ([...left.values()].some((one) => one !== 0)) faults.push("the plan leaves somebody uneven");
  return faults;
}

/** The cells of a table as RFC 4180 has them. */
export function cellsOf(table: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of table.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r]*))(,|\r\n)/g)) {
    lines.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === "\r\n") lines.push([]);
  }
  return lines.slice(0, -1);
}

/** Casts the answer of the page. */
export const booksIn = (body: Body) => body as unknown as ShownBooks;

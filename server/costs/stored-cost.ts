import type { Cost } from "#contract/costs.ts";
import { midnightOf } from "../schema/shapes/trip-card.ts";
import type { BooksAccess } from "./access.ts";
import type { CostColumns } from "./cost-columns.ts";
import type { CostThen } from "./note-change-store.ts";
import type { BooksPerson } from "./people-store.ts";

/** A cost as the database has it. `row` is an id in `cost_people`, `person` the id on the wire. */
export interface StoredCost extends CostColumns {
  readonly id: string;
  readonly tripId: string;
  readonly key: string;
  readonly writtenBy: string | null;
  readonly version: number;
  readonly receipt: "picture" | "pdf" | null;
  readonly receiptId: string | null;
  readonly payers: readonly {
    readonly row: string;
    readonly person: string;
    readonly amount: number;
    readonly tripAmount: number;
  }[];
  readonly shares: readonly {
    readonly row: string;
    readonly person: string;
    readonly weight: number;
    readonly share: number;
  }[];
}

/** Puts what names people in the order of the books. */
export function inBooksOrder<T>(people: readonly BooksPerson[], things: readonly T[], idOf: (thing: T) => string): T[] {
  const places = new Map(people.map(({ id }, place) => [id, place]));
  return things.toSorted((a, b) => (places.get(idOf(a)) ?? places.size) - (places.get(idOf(b)) ?? places.size));
}

/** Whether the viewer may change or delete a cost: who entered it, who paid it, and organizers on the crew. */
export const mayChange = ({ userId, isOrganizer }: BooksAccess, { writtenBy, payers }: StoredCost): boolean =>
  isOrganizer || writtenBy === userId || payers.some(({ person }) => person === userId);

/**
 * The cost as the contract has it. Rows of one person, after a merge, are one line: their weights and shares are summed, and an equal split
 * is shown as one by shares.
 */
export function presentCost(access: BooksAccess, people: readonly BooksPerson[], stored: StoredCost): Cost {
  const { receiptId: _receipt, day, payers, shares, ...cost } = stored;
  const isMerged = new Set(shares.map(({ person }) => person)).size < shares.length;
  const hasShares = isMerged && cost.split === "equal";
  const paid = new Map<string, Cost["payers"][number]>();
  for (const { person: personId, amount, tripAmount } of payers) {
    const before = paid.get(personId);
    paid.set(personId, {
      personId,
      amount: amount + (before?.amount ?? 0),
      tripAmount: tripAmount + (before?.tripAmount ?? 0),
    });
  }
  const shared = new Map<string, Cost["shares"][number]>();
  for (const { person: personId, share, ...one } of shares) {
    const before = shared.get(personId);
    const weight = hasShares ? 100 : one.weight;
    shared.set(personId, { personId, weight: weight + (before?.weight ?? 0), share: share + (before?.share ?? 0) });
  }
  return {
    ...cost,
    day: midnightOf(day),
    split: hasShares ? "shares" : cost.split,
    payers: inBooksOrder(people, [...paid.values()], (one) => one.personId),
    shares: inBooksOrder(people, [...shared.values()], (one) => one.personId),
    mayChange: mayChange(access, stored),
  };
}

/** The cost as its history keeps it. `writtenBy` is the row of who entered it. */
export const costThen = (
  { id: _id, tripId: _trip, receipt: _kind, receiptId, ...cost }: StoredCost,
  writtenBy: string | null,
  tripCurrency: string,
): CostThen => ({
  ...cost,
  writtenBy,
  tripCurrency,
  receipt: receiptId,
  payers: cost.payers.map(({ row, amount, tripAmount }) => ({ id: row, amount, tripAmount })),
  shares: cost.shares.map(({ row, weight, share }) => ({ id: row, weight, share })),
});

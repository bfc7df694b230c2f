import { isDeepStrictEqual } from "node:util";
import { maxCosts } from "#contract/cost-limits.ts";
import { withValues } from "#contract/refusals.ts";
import { Problem, forbidden } from "../../platform/http/problem.ts";
import type { BooksAccess } from "../access.ts";
import { type LockedBooks, lockBooks } from "../books.ts";
import { type WrittenCost, demandMayChange, forgetCurrency } from "../costs.ts";
import type { CostThen, PaymentThen } from "../note-change-store.ts";
import { type PaymentWriting, type WrittenPayment, mayRecord, paymentThen } from "../payments/payments.ts";
import { type StoredCost, costThen } from "../stored-cost.ts";
import type { CostWrites } from "../writes-store.ts";
import { partsBetween, withParts } from "./parts.ts";
import type { ChangeOfCost, ChangeOfPayment, Named } from "./store.ts";
import type { UndoWrites } from "./undo-store.ts";

type Names = ReadonlyMap<string, Named>;

const overtaken = () => new Problem("conflict", "change_overtaken");

/**
 * Puts back what a change of a cost replaced: an edited cost in what the change touched, a deleted one with its id, key and receipt. A new
 * one goes. 409 if the cost does not read any more as the change left it.
 */
export async function undoCost(
  writes: CostWrites,
  undo: UndoWrites,
  seen: BooksAccess,
  { thingId, before: earlier, after: later }: ChangeOfCost,
  names: Names,
): Promise<WrittenCost> {
  const books = await lockBooks(writes, seen);
  const { access } = books;
  const before = (await writes.findCost(thingId)) ?? null;
  if (before) await demandMayChange(writes, access, before);
  else if (earlier) await demandMayChange(writes, access, asStored(thingId, access, earlier, names));
  if (!later) {
    if (before || !earlier) throw overtaken();
    await demandRoom(writes, access, "costs");
    const withCurrency = await demandCurrency(writes, books, earlier.tripCurrency);
    await undo.addCost(thingId, access.tripId, earlier);
    return { ...withCurrency, before, after: (await writes.findCost(thingId)) ?? null, isUndo: true };
  }
  if (!before) throw overtaken();
  const now = costThen(before, null, later.tripCurrency);
  const differences = partsBetween(now, later);
  if (!earlier) {
    if (differences.size > 0) throw overtaken();
    await writes.remove(thingId);
    await forgetCurrency(writes, access.tripId);
    return { ...books, before, after: null, isUndo: true };
  }
  const parts = partsBetween(earlier, later);
  if (parts.size === 0 || [...parts].some((part) => differences.has(part))) throw overtaken();
  await undo.change(thingId, withParts(now, earlier, parts), parts);
  return { ...books, before, after: (await writes.findCost(thingId)) ?? null, isUndo: true };
}

/** Takes a new payment back, or brings a deleted one back with its id and key. 409 if somebody has done so since. */
export async function undoPayment(
  writes: PaymentWriting,
  undo: UndoWrites,
  seen: BooksAccess,
  { thingId, before: earlier, after: later }: ChangeOfPayment,
  names: Names,
): Promise<WrittenPayment> {
  const books = await lockBooks(writes.costs, seen);
  const { access, people } = books;
  const before = (await writes.payments.findPayment(thingId)) ?? null;
  const idOf = (row: string) => names.get(row)?.id ?? row;
  const payment = before ?? earlier;
  if (payment && !mayRecord(access, people, before ?? { from: idOf(payment.from), to: idOf(payment.to) }))
    throw forbidden("payment_not_yours");
  if (later) {
    if (!before || !isSamePayment(paymentThen(before, null, later.tripCurrency), later)) throw overtaken();
    await writes.payments.remove(thingId);
    await forgetCurrency(writes.costs, access.tripId);
    return { ...books, before, after: null };
  }
  if (before || !earlier) throw overtaken();
  await demandRoom(writes.costs, access, "payments");
  const withCurrency = await demandCurrency(writes.costs, books, earlier.tripCurrency);
  await undo.addPayment(thingId, access.tripId, earlier);
  const after = (await writes.payments.findPayment(thingId)) ?? null;
  return { ...withCurrency, before, after, isUndo: true };
}

const isSamePayment = ({ enteredBy: _by, ...one }: PaymentThen, { enteredBy: _other, ...two }: PaymentThen) =>
  isDeepStrictEqual(one, two);

/** 409 if the trip counts in another currency by now. A trip without costs counts in this one again. */
async function demandCurrency(writes: CostWrites, books: LockedBooks, currency: string): Promise<LockedBooks> {
  const { access } = books;
  if (access.currency !== null && access.currency !== currency)
    throw new Problem("conflict", withValues("cost_currency_stays", { currency: access.currency }));
  if (access.currency === null) await writes.setCurrency(access.tripId, currency);
  return { ...books, access: { ...access, currency } };
}

async function demandRoom(writes: CostWrites, { tripId }: BooksAccess, table: "costs" | "payments"): Promise<void> {
  if ((await writes.countAll(tripId, table)) < maxCosts) return;
  throw new Problem("too_many", withValues(`${table}_full`, { max: maxCosts }));
}

/** A deleted cost as rights look at it. */
export function asStored(id: string, { tripId }: BooksAccess, then: CostThen, names: Names): StoredCost {
  const { writtenBy, receipt: receiptId, payers, shares, ...cost } = then;
  const personOf = (row: string) => names.get(row)?.id ?? row;
  return {
    ...cost,
    id,
    tripId,
    receiptId,
    receipt: null,
    writtenBy: writtenBy && personOf(writtenBy),
    payers: payers.map(({ id: row, ...one }) => ({ row, person: personOf(row), ...one })),
    shares: shares.map(({ id: row, ...one }) => ({ row, person: personOf(row), ...one })),
  };
}

import { maxCosts } from "#contract/cost-limits.ts";
import type { NewPayment, Payment } from "#contract/costs.ts";
import type { Transfer } from "#contract/money/settle.ts";
import { withValues } from "#contract/refusals.ts";
import { Problem, forbidden, notFound, refusedField } from "../../platform/http/problem.ts";
import { midnightOf } from "../../schema/shapes/trip-card.ts";
import type { BooksAccess } from "../access.ts";
import { type LockedBooks, demandKnown, lockBooks, planOf, rowsOf } from "../books.ts";
import type { PaymentThen } from "../note-change-store.ts";
import { forgetCurrency } from "../costs.ts";
import type { BooksPerson } from "../people-store.ts";
import type { CostWrites } from "../writes-store.ts";
import type { PaymentWrites, StoredPayment } from "./store.ts";

/** The writes that payments need, in one transaction. */
export interface PaymentWriting {
  readonly costs: CostWrites;
  readonly payments: PaymentWrites;
}

/** What a write did, for the history, the reply and the people whom it concerns. */
export interface WrittenPayment extends LockedBooks {
  readonly before: StoredPayment | null;
  readonly after: StoredPayment | null;
  /** It undid a change, of which nobody hears again. */
  readonly isUndo?: true;
}

/** Records a payment. The same key again adds nothing, so a request may be sent again; 404 if the payment is deleted by then. */
export async function addPayment(
  writes: PaymentWriting,
  seen: BooksAccess,
  entered: NewPayment,
): Promise<WrittenPayment> {
  const books = await lockBooks(writes.costs, seen);
  const { access, people } = books;
  const { tripId, userId, currency } = access;
  const sameId = await writes.costs.findByKey(tripId, "payment", entered.key);
  if (sameId !== undefined) {
    const same = await demandPayment(writes, sameId);
    return { ...books, before: same, after: same };
  }
  const { from, to, amount, key, day, note = "", handedOver, alongLine } = entered;
  demandKnown(people, [from], "from");
  demandKnown(people, [to], "to");
  if (from === to) throw refusedField("to", "payment_to_oneself");
  if (!mayRecord(access, people, entered)) throw forbidden("payment_not_yours");
  if (currency === null) throw new Problem("conflict", "payment_before_costs");
  if ((await writes.costs.countAll(tripId, "payments")) >= maxCosts)
    throw new Problem("too_many", withValues("payments_full", { max: maxCosts }));
  if (alongLine && !isAlong(planOf(people, await writes.payments.transfers(tripId)), entered))
    throw new Problem("conflict", "payment_line_gone");
  const rowOf = await rowsOf(writes.costs, books, [from, to]);
  const id = await writes.payments.add(tripId, userId, {
    key,
    amount,
    note,
    fromRow: rowOf(from),
    toRow: rowOf(to),
    day: day?.slice(0, 10),
    handedOver: handedOver && handedOver.currency !== currency ? handedOver : null,
  });
  return { ...books, before: null, after: await demandPayment(writes, id) };
}

/** Whether a payment follows a line of the plan, in full or in part. */
const isAlong = (plan: readonly Transfer[], { from, to, amount }: Transfer): boolean =>
  plan.some((line) => line.from === from && line.to === to && line.amount >= amount);

/** Deletes a payment. With the last cost and payment the trip's currency goes. */
export async function removePayment(writes: PaymentWriting, seen: BooksAccess, id: string): Promise<WrittenPayment> {
  const books = await lockBooks(writes.costs, seen);
  const before = await demandPayment(writes, id);
  if (!mayRecord(books.access, books.people, before)) throw forbidden("payment_not_yours");
  await writes.payments.remove(id);
  await forgetCurrency(writes.costs, books.access.tripId);
  return { ...books, before, after: null };
}

async function demandPayment({ payments }: PaymentWriting, id: string): Promise<StoredPayment> {
  const payment = await payments.findPayment(id);
  if (!payment) throw notFound("payment_not_found");
  return payment;
}

/** Whether the viewer pays or is paid, or organizes on the crew. For a name that is still expected all of the crew may. */
export function mayRecord(
  { userId, isCrew, isOrganizer }: BooksAccess,
  people: readonly BooksPerson[],
  { from, to }: Pick<StoredPayment, "from" | "to">,
): boolean {
  if (isOrganizer || from === userId || to === userId) return true;
  return isCrew && people.some(({ id, isExpected }) => isExpected && (id === from || id === to));
}

/** The payment as the contract has it. */
export function presentPayment(access: BooksAccess, people: readonly BooksPerson[], stored: StoredPayment): Payment {
  const { id, key, from, to, amount, day, note, handedOver } = stored;
  return {
    id,
    key,
    from,
    to,
    amount,
    note,
    handedOver,
    day: midnightOf(day),
    mayDelete: mayRecord(access, people, stored),
  };
}

/** The payment as its history keeps it. `enteredBy` is the row of who entered it. */
export const paymentThen = (
  { fromRow, toRow, amount, day, note, handedOver, key }: StoredPayment,
  enteredBy: string | null,
  tripCurrency: string,
): PaymentThen => ({ from: fromRow, to: toRow, amount, day, note, handedOver, key, tripCurrency, enteredBy });

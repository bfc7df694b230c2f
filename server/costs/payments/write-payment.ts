import type { Tx } from "../../schema/database.ts";
import type { Ground } from "../../schema/ground.ts";
import { booksRightsStore } from "../access-store.ts";
import { noteChange } from "../note-change-store.ts";
import type { BooksPerson } from "../people-store.ts";
import { costWrites } from "../writes-store.ts";
import { type PaymentWriting, type WrittenPayment, paymentThen } from "./payments.ts";
import { type StoredPayment, paymentWrites } from "./store.ts";

/** Runs a write of a payment in a transaction, with its line in the history, its news and its hints. */
export type WritePayment = (
  tripId: string,
  write: (writes: PaymentWriting, tx: Tx) => Promise<WrittenPayment>,
) => Promise<WrittenPayment>;

/** Opens the one way in which payments are written. Nothing is noted of a write that changed nothing. */
export function openPaymentWriting({ database, activity }: Pick<Ground, "database" | "activity">): WritePayment {
  return (tripId, write) =>
    database.transact(async (tx) => {
      const writes = { costs: costWrites(tx), payments: paymentWrites(tx) };
      const { readersOf } = booksRightsStore(tx);
      const readers = await readersOf(tripId);
      const written = await write(writes, tx);
      const { access, people, before, after, isUndo = false } = written;
      const payment = after ?? before;
      if (!payment || before?.id === after?.id) return written;
      const then = async (one: StoredPayment | null) =>
        one && paymentThen(one, await writes.costs.rowOf(tripId, one.enteredBy), access.currency ?? "");
      await noteChange(tx, {
        kind: "payment",
        tripId,
        thingId: payment.id,
        by: access.userId,
        before: await then(before),
        after: await then(after),
      });
      // Whoever could see the books before, or can see them by now.
      const now = await readersOf(tripId);
      const hears = ({ id, isExpected }: BooksPerson) =>
        !isUndo && id === after?.to && id !== access.userId && now.includes(id) && !isExpected;
      const to = people.filter(hears).map(({ id }) => id);
      await activity.note(tx, "payment_recorded", {
        trip: tripId,
        actor: access.userId,
        to,
        person: [...readers, ...now],
      });
      return written;
    });
}

import type { Tx } from "../../schema/database.ts";
import type { CostThen, PaymentThen } from "../note-change-store.ts";
import { receiptWrites } from "../receipts-store.ts";
import type { CostColumns } from "../cost-columns.ts";
import type { CostWrites } from "../writes-store.ts";
import type { Part } from "./parts.ts";

export type UndoWrites = ReturnType<typeof undoWrites>;

/** Writes that put costs and payments back as their history has them, in a transaction that has locked the trip. */
export function undoWrites(tx: Tx, writes: CostWrites) {
  const receipts = receiptWrites(tx);
  const writeParts = async (id: string, then: CostThen, parts: ReadonlySet<Part>) => {
    if (parts.has("payers"))
      await writes.setPayers(
        id,
        then.payers.map(({ id: row, ...one }) => ({ row, ...one })),
      );
    if (parts.has("people"))
      await writes.setShares(
        id,
        then.shares.map(({ id: row, ...one }) => ({ row, ...one })),
      );
    if (!parts.has("receipt")) return;
    await receipts.putAway(id);
    if (then.receipt !== null) await receipts.bringBack(id, then.receipt);
  };
  return {
    /** Changes a cost to what it was, in these parts alone. */
    async change(id: string, then: CostThen, parts: ReadonlySet<Part>) {
      await writes.change(id, columnsOf(then));
      await writeParts(id, then, parts);
    },
    /** Adds a deleted cost again, with its id and key, and with its receipt if that is still kept. */
    async addCost(id: string, tripId: string, then: CostThen) {
      const { tripAmount, ...columns } = columnsOf(then);
      await tx
        .insertInto("costs")
        .values({
          ...columns,
          id,
          trip_id: tripId,
          trip_amount: tripAmount,
          key: then.key,
          version: then.version + 1,
          written_by: await personOf(then.writtenBy),
        })
        .execute();
      await writeParts(id, then, new Set<Part>(["payers", "people", "receipt"]));
    },
    /** Adds a deleted payment again, with its id and key. */
    async addPayment(id: string, tripId: string, { from, to, amount, day, note, handedOver, ...then }: PaymentThen) {
      await tx
        .insertInto("payments")
        .values({
          id,
          trip_id: tripId,
          key: then.key,
          from_id: from,
          to_id: to,
          amount,
          day,
          note,
          handed_amount: handedOver?.amount ?? null,
          handed_currency: handedOver?.currency ?? null,
          entered_by: await personOf(then.enteredBy),
        })
        .execute();
    },
  };

  /** Who stands in a row of the books by now. */
  async function personOf(row: string | null): Promise<string | null> {
    if (row === null) return null;
    const found = await tx.selectFrom("cost_people").select("person_id").where("id", "=", row).executeTakeFirst();
    return found?.person_id ?? null;
  }
}

const columnsOf = ({
  title,
  day,
  category,
  note,
  amount,
  currency,
  rate,
  tripAmount,
  split,
}: CostThen): CostColumns => ({ title, day, category, note, amount, currency, rate, tripAmount, split });

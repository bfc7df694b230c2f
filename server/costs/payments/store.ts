import { sql } from "kysely";
import type { Transfer } from "#contract/money/settle.ts";
import { newId } from "../../platform/db/id.ts";
import type { Db, Tx } from "../../schema/database.ts";

/** A payment as the database has it. `fromRow` and `toRow` are ids in `cost_people`, `from` and `to` those on the wire. */
export interface StoredPayment {
  readonly id: string;
  readonly tripId: string;
  readonly key: string;
  readonly fromRow: string;
  readonly toRow: string;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly day: string;
  readonly note: string;
  readonly handedOver: { readonly amount: number; readonly currency: string } | null;
  readonly enteredBy: string | null;
}

const payments = sql`select y.id, y.trip_id as "tripId", y.key, y.from_id as "fromRow", y.to_id as "toRow",
    coalesce(f.person_id, f.id) as "from", coalesce(g.person_id, g.id) as "to", y.amount, y.day, y.note, y.entered_by as "enteredBy",
    case when y.handed_amount is not null then json_build_object('amount', y.handed_amount, 'currency', y.handed_currency) end
      as "handedOver"
  from payments y join cost_people f on f.id = y.from_id join cost_people g on g.id = y.to_id`;

/** Reads payments. `db` may be a transaction. */
export function paymentStore(db: Db) {
  return {
    async findPayment(id: string): Promise<StoredPayment | undefined> {
      const { rows } = await sql<StoredPayment>`${payments} where y.id = ${id}`.execute(db);
      return rows[0];
    },
    async findPayments(ids: readonly string[]): Promise<readonly StoredPayment[]> {
      if (ids.length === 0) return [];
      const { rows } = await sql<StoredPayment>`${payments} where y.id = any(${[...ids]}::uuid[])`.execute(db);
      return rows;
    },
    /** The payments of a trip below this id, latest first. */
    async page(tripId: string, before: string, limit: number): Promise<readonly StoredPayment[]> {
      const { rows } = await sql<StoredPayment>`${payments} where y.trip_id = ${tripId} and y.id < ${before}
        order by y.id desc limit ${limit}`.execute(db);
      return rows;
    },
    /** All payments of a trip in the order of entry. After a merge a payment may be from and to one person: it is left out. */
    async transfers(tripId: string): Promise<readonly Transfer[]> {
      const { rows } = await sql<Transfer>`
        select coalesce(f.person_id, f.id) as "from", coalesce(g.person_id, g.id) as "to", y.amount
        from payments y join cost_people f on f.id = y.from_id join cost_people g on g.id = y.to_id
        where y.trip_id = ${tripId} and f.person_id is distinct from g.person_id or (y.trip_id = ${tripId} and f.person_id is null)
        order by y.id`.execute(db);
      return rows;
    },
  };
}

interface NewPayment {
  readonly key: string;
  readonly fromRow: string;
  readonly toRow: string;
  readonly amount: number;
  /** Today without one. */
  readonly day: string | undefined;
  readonly note: string;
  readonly handedOver: StoredPayment["handedOver"];
}

export type PaymentWrites = ReturnType<typeof paymentWrites>;

/** Writes of payments, in a transaction that has locked the trip. */
export function paymentWrites(tx: Tx) {
  return {
    findPayment: paymentStore(tx).findPayment,
    transfers: paymentStore(tx).transfers,
    async add(tripId: string, enteredBy: string, { fromRow, toRow, day, handedOver, ...payment }: NewPayment) {
      const id = newId();
      await tx
        .insertInto("payments")
        .values({
          ...payment,
          id,
          trip_id: tripId,
          entered_by: enteredBy,
          from_id: fromRow,
          to_id: toRow,
          day: day ?? sql<string>`current_date`,
          handed_amount: handedOver?.amount ?? null,
          handed_currency: handedOver?.currency ?? null,
        })
        .execute();
      return id;
    },
    async remove(id: string) {
      await tx.deleteFrom("payments").where("id", "=", id).execute();
    },
  };
}

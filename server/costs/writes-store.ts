import { sql } from "kysely";
import { newId } from "../platform/db/id.ts";
import type { Tx } from "../schema/database.ts";
import { booksRightsStore } from "./access-store.ts";
import { findBooksPeople } from "./people-store.ts";
import type { CostColumns } from "./cost-columns.ts";
import type { CostThen } from "./note-change-store.ts";
import { receiptWrites } from "./receipts-store.ts";
import { costStore } from "./store.ts";

interface ChangeSince {
  readonly by: string | null;
  readonly name: string | null;
  readonly before: CostThen | null;
  readonly after: CostThen;
}

export interface NewPayer {
  readonly row: string;
  readonly amount: number;
  readonly tripAmount: number;
}

export interface NewShare {
  readonly row: string;
  readonly weight: number;
  readonly share: number;
}

export type CostWrites = ReturnType<typeof costWrites>;

/** Writes of costs, in a transaction. Lock the trip first: then writes of its books run one at a time. */
export function costWrites(tx: Tx) {
  const columnsOf = ({ tripAmount, ...cost }: CostColumns) => ({ ...cost, trip_amount: tripAmount });
  return {
    /** What can be read after the lock, as it is by then. */
    rights: booksRightsStore(tx),
    ...costStore(tx),
    findPeople: (tripId: string) => findBooksPeople(tx, tripId),
    /** False if the trip is gone. */
    async lockBooks(tripId: string): Promise<boolean> {
      const row = await tx
        .selectFrom("trips")
        .select("id")
        .where("id", "=", tripId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      return row !== undefined;
    },
    /** The id of the cost that this key has made before. It may be deleted by now. */
    async findByKey(tripId: string, kind: "cost" | "payment", key: string): Promise<string | undefined> {
      const row = await tx
        .selectFrom(kind === "cost" ? "costs" : "payments")
        .select("id")
        .where("trip_id", "=", tripId)
        .where("key", "=", key)
        .executeTakeFirst();
      if (row) return row.id;
      const made = await tx
        .selectFrom("trip_changes")
        .select("thing_id as id")
        .where("trip_id", "=", tripId)
        .where("before", "is", null)
        .where(sql<boolean>`after ->> 'key' = ${key}`)
        .where("kind", "=", kind)
        .executeTakeFirst();
      return made?.id;
    },
    async countAll(tripId: string, table: "costs" | "payments"): Promise<number> {
      const { count } = await tx
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("trip_id", "=", tripId)
        .executeTakeFirstOrThrow();
      return count;
    },
    async setCurrency(tripId: string, currency: string | null) {
      await tx.updateTable("trips").set({ currency }).where("id", "=", tripId).execute();
    },
    /** The row of a person in the books, in which they are put if they are in none. Null for nobody. */
    async rowOf<P extends string | null>(tripId: string, personId: P): Promise<P> {
      if (personId === null) return personId;
      const row = await tx
        .selectFrom("cost_people")
        .select("id")
        .where("trip_id", "=", tripId)
        .where("person_id", "=", personId)
        .orderBy("id")
        .executeTakeFirst();
      if (row) return row.id as P;
      const id = newId();
      await tx.insertInto("cost_people").values({ id, trip_id: tripId, person_id: personId }).execute();
      return id as P;
    },
    async add(tripId: string, writtenBy: string, key: string, cost: CostColumns): Promise<string> {
      const id = newId();
      await tx
        .insertInto("costs")
        .values({ id, trip_id: tripId, key, written_by: writtenBy, ...columnsOf(cost) })
        .execute();
      return id;
    },
    async change(id: string, cost: CostColumns) {
      await tx
        .updateTable("costs")
        .set(({ eb }) => ({ ...columnsOf(cost), version: eb("version", "+", 1) }))
        .where("id", "=", id)
        .execute();
    },
    async setPayers(id: string, payers: readonly NewPayer[]) {
      await tx.deleteFrom("cost_payers").where("cost_id", "=", id).execute();
      await tx
        .insertInto("cost_payers")
        .values(
          payers.map(({ row, amount, tripAmount }) => ({
            cost_id: id,
            payer_id: row,
            amount,
            trip_amount: tripAmount,
          })),
        )
        .execute();
    },
    async setShares(id: string, shares: readonly NewShare[]) {
      await tx.deleteFrom("cost_shares").where("cost_id", "=", id).execute();
      await tx
        .insertInto("cost_shares")
        .values(shares.map(({ row, weight, share }) => ({ cost_id: id, sharer_id: row, weight, share })))
        .execute();
    },
    async remove(id: string) {
      await receiptWrites(tx).putAway(id);
      await tx.deleteFrom("costs").where("id", "=", id).execute();
    },
    /** What changed on a cost after this version, newest first. `name` is null for who is gone. */
    async changesSince(costId: string, version: number): Promise<readonly ChangeSince[]> {
      const { rows } = await sql<ChangeSince>`
        select x.changed_by as "by", u.first_name as name, x.before, x.after from trip_changes x left join people u on u.id = x.changed_by
        where x.thing_id = ${costId} and (x.after ->> 'version')::int > ${version} order by x.id desc`.execute(tx);
      return rows;
    },
    /** The first name of somebody; undefined if they are gone. */
    async findName(personId: string): Promise<string | undefined> {
      const row = await tx.selectFrom("people").select("first_name").where("id", "=", personId).executeTakeFirst();
      return row?.first_name;
    },
  };
}

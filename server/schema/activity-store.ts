import type { Insertable } from "kysely";
import { deleteExpired, isOlder } from "../platform/db/expired.ts";
import type { Database, Tx } from "./database.ts";
import type { Tables } from "./tables/tables.ts";

export type ActivityRow = Insertable<Tables["activity"]>;

/** Writes rows in the transaction of the change that they tell of. */
export async function addActivity(tx: Tx, rows: readonly ActivityRow[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto("activity").values(rows).execute();
}

/** Deletes rows that are older than 90 days. */
export const forgetActivity = ({ db }: Database): Promise<void> =>
  deleteExpired(db, "activity", "id", isOlder("created_at", { days: 90 }));

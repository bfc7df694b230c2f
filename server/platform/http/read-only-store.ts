import type { Database, Tx } from "../db/connect.ts";
import { sqlText } from "../db/sql-text.ts";

const present = { name: "read_only", text: sqlText`select since, message from read_only` };

/** What people are told while a site is read-only. */
export interface ReadOnlyState {
  readonly since: Date;
  readonly message: string | null;
}

export const findReadOnly = async ({ row }: Database): Promise<ReadOnlyState | null> => {
  const found = await row<[Date, string | null]>(present, []);
  return found && { since: found[0], message: found[1] };
};

/** Makes the site read-only, or replaces the message of one that is. */
export async function turnOn(tx: Tx, message: string | null): Promise<void> {
  await tx
    .insertInto("read_only")
    .values({ message })
    .onConflict((conflict) => conflict.column("is_on").doUpdateSet({ message }))
    .execute();
}

/** False if the site takes writes already. */
export async function turnOff(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("read_only").executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

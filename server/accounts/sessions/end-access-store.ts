import { sql } from "kysely";
import type { Tx } from "../../schema/database.ts";

/** Ends all sessions of a person but `keptSession`, and all mailed links. */
export async function endAccess(tx: Tx, userId: string, keptSession: Buffer | null) {
  const sessions = tx.deleteFrom("sessions").where("user_id", "=", userId);
  await (keptSession ? sessions.where("token_hash", "!=", keptSession) : sessions).execute();
  await tx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
  await sql`update email_links set ended_at = now(), token_hash = null where user_id = ${userId} and is_change and ended_at is null`.execute(
    tx,
  );
}

/** Ends the sessions and mailed links of everybody. Resolves to the number of sessions. */
export async function endEverybodysAccess(tx: Tx): Promise<bigint> {
  const { numDeletedRows } = await tx.deleteFrom("sessions").executeTakeFirstOrThrow();
  await tx.deleteFrom("password_resets").execute();
  await sql`update email_links set ended_at = now(), token_hash = null where is_change and ended_at is null`.execute(
    tx,
  );
  return numDeletedRows;
}

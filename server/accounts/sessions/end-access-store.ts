import { sql } from "kysely";
import type { Tx } from "../../platform/db/connect.ts";

/** Ends all sessions but `keptSession`, and all mailed links. */
export async function endAccess(tx: Tx, userId: string, keptSession: Buffer | null) {
  const sessions = tx.deleteFrom("sessions").where("user_id", "=", userId);
  await (keptSession ? sessions.where("token_hash", "!=", keptSession) : sessions).execute();
  await tx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
  await sql`update email_links set ended_at = now(), token_hash = null where user_id = ${userId} and is_change and ended_at is null`.execute(
    tx,
  );
}

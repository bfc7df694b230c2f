import { sql } from "kysely";
import type { Db } from "./connect.ts";

const atATime = 1000;

/** Deletes the rows of a table whose `expires_at` has passed, some at a time, so that nobody waits long for one of them. */
export async function deleteExpired(
  db: Db,
  table: "sessions" | "identity_flows" | "passkey_challenges",
  key: string,
): Promise<void> {
  for (;;) {
    const [rows, id] = [sql.table(table), sql.ref(key)];
    const { numAffectedRows = 0n } = await sql`delete from ${rows} where ${id} in
      (select ${id} from ${rows} where expires_at < now() limit ${atATime} for update skip locked)`.execute(db);
    if (numAffectedRows < atATime) return;
  }
}

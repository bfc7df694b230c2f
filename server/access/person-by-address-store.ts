import { sqlText } from "../platform/db/sql-text.ts";
import type { Database } from "../schema/database.ts";

const byAddress = { name: "person_by_address", text: sqlText`select person_id from accounts where email_key = $1` };

/** The person whose account has this address; null if it is nobody's. */
export const personByAddress =
  ({ one }: Database) =>
  (emailKey: string): Promise<string | null> =>
    one<string>(byAddress, [emailKey]);

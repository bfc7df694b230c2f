import { logOutPerson } from "../admin/people/logging-out.ts";
import { personByAddress } from "../access/person-by-address-store.ts";
import { postgresWire } from "../platform/live/store.ts";
import { emailKey } from "../platform/mail/email-key.ts";
import type { Database } from "../schema/database.ts";

/** Ends the sessions and mailed links of the person with this address, who sees that the operator did it. Rejects if nobody has it. */
export async function logOutAddress(database: Database, email: string): Promise<string> {
  const id = await personByAddress(database)(emailKey(email));
  if (id === null) throw new Error(`Nobody has an account with the address ${email}.`);
  await logOutPerson(database, "operator", id);
  // Open pages of that person close their live connections and ask for the login.
  await postgresWire(database, () => {}).send([{ scope: "user", id, kind: "account" }]);
  return `${email} is logged out everywhere.`;
}

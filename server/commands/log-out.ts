import { printLine, readArguments, runToEnd, withDatabase } from "./command.ts";
import { readConfig } from "../platform/config/config.ts";
import type { Database } from "../schema/database.ts";
import { emailKey } from "../platform/mail/email-key.ts";
import { postgresWire } from "../platform/live/store.ts";
import { endAccess, endEverybodysAccess } from "../accounts/sessions/end-access-store.ts";

/*
 * `npm run log-out -- ana@example.org` ends the sessions and mailed links of one person. `npm run log-out -- --all` ends them for
 * everybody. The server may run meanwhile. Passwords, passkeys and provider links stay. Exit codes: 1 if nobody has the address, 2 for wrong arguments.
 */
const usage = "npm run log-out -- email | -- --all";

/** An email address, or everybody. */
type Whose = { readonly email: string } | "all";

function readWhose([given, ...more]: readonly string[]): Whose {
  if (given === "--all" && more.length === 0) return "all";
  if (!given?.includes("@") || more.length > 0) throw new Error("Name one email address, or --all.");
  return { email: given };
}

async function logOut(database: Database, whose: Whose): Promise<string> {
  if (whose === "all") {
    const count = await database.transact(endEverybodysAccess);
    return `Ended ${count} sessions: everybody is logged out.`;
  }
  const person = await database.transact(async (tx) => {
    const account = tx.selectFrom("accounts").select("person_id as id").where("email_key", "=", emailKey(whose.email));
    const found = await account.forNoKeyUpdate().executeTakeFirst();
    if (found) await endAccess(tx, found.id, null);
    return found;
  });
  if (!person) throw new Error(`Nobody has an account with the address ${whose.email}.`);
  // Open pages of that person close their live connections and ask for the login.
  await postgresWire(database, () => {}).send([{ scope: "user", id: person.id, kind: "account" }]);
  return `${whose.email} is logged out everywhere.`;
}

const whose = readArguments(() => readWhose(process.argv.slice(2)), usage);
if (whose)
  await runToEnd(() =>
    withDatabase(readConfig(process.env), 2, async (database) => printLine(await logOut(database, whose))),
  );

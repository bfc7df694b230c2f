import { printLine, readArguments, runToEnd, withDatabase } from "./command.ts";
import { logOutAddress } from "./log-out-address.ts";
import { readConfig } from "../platform/config/config.ts";
import type { Database } from "../schema/database.ts";
import { endEverybodysAccess } from "../accounts/sessions/end-access-store.ts";

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
  return logOutAddress(database, whose.email);
}

const whose = readArguments(() => readWhose(process.argv.slice(2)), usage);
if (whose)
  await runToEnd(() =>
    withDatabase(readConfig(process.env), 2, async (database) => printLine(await logOut(database, whose))),
  );

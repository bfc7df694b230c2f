import { buffer } from "node:stream/consumers";
import { complain, runToEnd, say, withDatabase } from "./command.ts";
import { readConfig } from "../platform/config/config.ts";
import type { Database } from "../platform/db/connect.ts";
import { tellUndelivered } from "../squads/invitations/undelivered.ts";
import { undeliveredStore } from "../squads/invitations/undelivered-store.ts";
import { postgresWire } from "../platform/live/store.ts";
import { letterOfBounce } from "../platform/mail/bounce-address.ts";
import { readBounce } from "../platform/mail/bounce.ts";
import { mailKey } from "../platform/mail/no-mail-store.ts";
import type { Refusal } from "../platform/mail/refusal.ts";

/*
 * `npm run mail:bounced`: takes in what came back to an address of MAIL_BOUNCES, from standard input, also while the server runs, and
 * has whoever sent that mail told. Mail servers pipe to it: it ends with 0 whatever it was given, because anything else would make them
 * report the report, and with 75 (EX_TEMPFAIL) when it could not do its work and should be asked again.
 */
async function main(): Promise<void> {
  const raw = await buffer(process.stdin);
  const bounce = await readBounce(raw).catch(() => null);
  if (!bounce) return say("This is no report of a mail server.");
  const { refusal, to } = bounce;
  if (!refusal) return say("A mail is late, or has arrived: nothing to do.");
  return withDatabase(readConfig(process.env), 2, (database) => tell(database, refusal, to));
}

async function tell(database: Database, refusal: Refusal, to: readonly string[]): Promise<void> {
  const wire = postgresWire(database, complain);
  try {
    const key = await mailKey(database);
    const letters = [process.env["RECIPIENT"] ?? "", ...to].map((address) => letterOfBounce(key, address));
    const letterId = letters.find((id) => id !== undefined);
    if (letterId === undefined) return say("This report is not about a mail of ours.");
    const told: string[] = [];
    await tellUndelivered(undeliveredStore(database), (userId) => told.push(userId))(letterId, refusal);
    await wire.send(told.map((id) => ({ scope: "user", id, kind: "mail" })));
    return say(told.length > 0 ? "Whoever sent this mail is told." : "There is nobody to tell.");
  } finally {
    await wire.close();
  }
}

await runToEnd(main, 75);

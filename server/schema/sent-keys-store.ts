// Decision 124: why the key of a request is a row beside what the request did.
import { sql } from "kysely";
import { deleteExpired } from "../platform/db/expired.ts";
import { Problem } from "../platform/http/problem.ts";
import type { SentKey } from "../platform/http/sent-key.ts";
import type { Database, Tx } from "./database.ts";

/** How long a key is known. A browser gives up before that. */
const keptDays = 14;

/**
 * Takes the key of a request in the transaction of what the request does. Returns false if the same request has been done: then the caller
 * changes nothing. Of two at once the second waits for the first. 422 if another request had this key.
 */
export async function takeKey(tx: Tx, personId: string, sent: SentKey): Promise<boolean> {
  const taken = await tx
    .insertInto("sent_keys")
    .values({ person_id: personId, key_hash: sent.key, request_hash: sent.request })
    .onConflict((conflict) => conflict.doNothing())
    .returning("person_id")
    .executeTakeFirst();
  if (taken) return true;
  const known = await tx
    .selectFrom("sent_keys")
    .select("request_hash")
    .where("person_id", "=", personId)
    .where("key_hash", "=", sent.key)
    .executeTakeFirst();
  if (known?.request_hash.equals(sent.request) === false) throw new Problem("key_used", "key_used");
  return false;
}

/** Runs `work` unless its request has been done before, with its key in the same transaction. Returns undefined if it has. */
export const doOnce = <T>(
  { transact }: Pick<Database, "transact">,
  personId: string,
  sent: SentKey | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T | undefined> =>
  transact(async (tx) => (!sent || (await takeKey(tx, personId, sent)) ? work(tx) : undefined));

/** Deletes keys that are older than two weeks. */
export const forgetKeys = ({ db }: Database): Promise<void> =>
  deleteExpired(db, "sent_keys", "key_hash", sql`sent_on < current_date - ${sql.lit(keptDays)}::int`);

import { sql } from "kysely";
import type { Database, Tx } from "../../schema/database.ts";
import { deleteExpired, isOlder } from "../../platform/db/expired.ts";
import type { EmailStore, TellChanged, LinkRequest, OpenLink, MailLimit, Redeemed } from "./emails.ts";
import { sqlText } from "../../platform/db/sql-text.ts";

/** Longer than any link is valid. */
const keptDays = 4;

const open = {
  name: "email_link_open",
  text: sqlText`select json_build_object('email', l.email, 'firstName', u.first_name, 'isChange', l.is_change, 'origin', l.origin,
      'isTaken', exists (select from accounts o where o.email_key = l.email_key and o.person_id <> u.id))
    from email_links l join people u on u.id = l.user_id join accounts a on a.person_id = u.id
    where l.id = $1 and l.ended_at is null
      and (l.is_change or (a.email_key = l.email_key and a.email_confirmed_at is null))`,
};
/** Inserts a request and queues its mail, within the transaction that makes the account. */
export const askWith =
  (post: PostLink) =>
  async (tx: Tx, request: LinkRequest): Promise<void> => {
    const { id, userId, email, emailKey, isChange, origin } = request;
    await tx
      .insertInto("email_links")
      .values({ id, user_id: userId, email, email_key: emailKey, is_change: isChange, origin })
      .execute();
    await post(tx, request);
  };

/** Queues the mail of a request within its transaction. */
type PostLink = (tx: Tx, request: LinkRequest) => Promise<void>;

/** Deletes links that opened something days ago. */
export const forgetLinks =
  ({ db }: Database) =>
  () =>
    deleteExpired(db, "email_links", "id", isOlder("created_at", { days: keptDays }));

export function emailStore({ db, one, transact }: Database, postLink: PostLink): EmailStore {
  return {
    ask: (request, mailLimit) =>
      transact(async (tx) => {
        // The lock puts calls in order, so that parallel calls are counted.
        await tx.selectFrom("people").select("id").where("id", "=", request.userId).forNoKeyUpdate().execute();
        const wait = mailLimit && (await waitFor(tx, request, mailLimit));
        if (wait !== null) return wait;
        await endLinks(tx, request.userId, request.isChange);
        await askWith(postLink)(tx, request);
        return null;
      }),
    findOpen: (id) => one<OpenLink>(open, [id]),
    async keepToken(id, tokenHash, expiresAt) {
      const kept = await db
        .updateTable("email_links")
        .set({ token_hash: tokenHash, expires_at: expiresAt })
        .where("id", "=", id)
        .where("ended_at", "is", null)
        .returning("id")
        .executeTakeFirst();
      return kept !== undefined;
    },
    async redeem(userId, tokenHash, tellChanged) {
      try {
        return await transact((tx) => redeem(tx, userId, tokenHash, tellChanged));
      } catch (error) {
        // Another account took the address in a parallel transaction.
        if (error instanceof Error && "code" in error && error.code === "23505") return "taken";
        throw error;
      }
    },
  };
}

/** Ends earlier links that confirm the present address, or with `isChange` those that change it. */
async function endLinks(tx: Tx, userId: string, isChange: boolean): Promise<void> {
  await tx
    .updateTable("email_links")
    .set({ ended_at: sql<Date>`now()`, token_hash: null })
    .where("user_id", "=", userId)
    .where("is_change", "=", isChange)
    .where("ended_at", "is", null)
    .execute();
}

/**
 * The seconds until this request may be mailed; null for now. Changes to one address are counted over all accounts. They never delay the
 * link that the owner of an account asks for to the address it has.
 */
async function waitFor(tx: Tx, { userId, emailKey, isChange }: LinkRequest, { apartSeconds, aDay }: MailLimit) {
  const { rows } = await sql<{ wait: number | null }>`
    with lately as (
      select created_at, user_id = ${userId} and is_change = ${isChange} is_same, ${isChange} and email_key = ${emailKey} is_there
      from email_links
      where created_at > now() - interval '1 day' and is_change = ${isChange} and (user_id = ${userId} or email_key = ${emailKey})
    ), waits as (
      select max(created_at) + make_interval(secs => ${apartSeconds}) until from lately where is_same
      union all select min(created_at) + interval '1 day' from lately where is_same having count(*) >= ${aDay}
      union all select min(created_at) + interval '1 day' from lately where is_there having count(*) >= ${aDay}
    )
    select ceil(extract(epoch from max(until) - now()))::int wait from waits where until > now()`.execute(tx);
  return rows[0]?.wait ?? null;
}

async function redeem(
  tx: Tx,
  userId: string,
  tokenHash: Buffer,
  tellChanged: TellChanged,
): Promise<Redeemed | "taken" | null> {
  // Locks the person first, as all writes to an account do.
  const user = await tx
    .selectFrom("people as p")
    .innerJoin("accounts as a", "a.person_id", "p.id")
    .select(["p.id", "a.email", "a.email_key"])
    .where("p.id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  const link = await tx
    .updateTable("email_links")
    .set({ ended_at: sql<Date>`now()`, token_hash: null })
    .where("token_hash", "=", tokenHash)
    .where("user_id", "=", userId)
    .where("expires_at", ">", sql<Date>`now()`)
    .where("ended_at", "is", null)
    .returning(["email", "email_key", "is_change"])
    .executeTakeFirst();
  if (!user || !link) return null;
  if (!link.is_change) {
    if (user.email_key !== link.email_key) return null;
    await sql`update accounts set email_confirmed_at = coalesce(email_confirmed_at, now()) where person_id = ${user.id}`.execute(
      tx,
    );
    return { email: user.email, changed: false };
  }
  const other = tx.selectFrom("accounts").select("email").where("email_key", "=", link.email_key);
  if (await other.where("person_id", "!=", user.id).executeTakeFirst()) return "taken";
  await tx
    .updateTable("accounts")
    .set({ email: link.email, email_key: link.email_key, email_confirmed_at: sql<Date>`now()` })
    .where("person_id", "=", user.id)
    .execute();
  // Ends the links that were mailed to the former address.
  await tx.deleteFrom("password_resets").where("user_id", "=", user.id).execute();
  await endLinks(tx, user.id, false);
  await tellChanged(tx, { email: link.email, formerEmail: user.email });
  return { email: link.email, changed: true };
}

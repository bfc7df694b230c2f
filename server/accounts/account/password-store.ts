import { type RawBuilder, sql } from "kysely";
import type { WayIn } from "#contract/account.ts";
import type { Database, Tx } from "../../schema/database.ts";
import { deleteExpired, isOlder } from "../../platform/db/expired.ts";
import type { Asker, PasswordStore } from "./passwords.ts";
import { endAccess } from "../sessions/end-access-store.ts";
import { sqlText } from "../../platform/db/sql-text.ts";

/** Deletes unused requests after a day, and with them the address. */
const keptDays = 1;

const asker = {
  name: "reset_asker",
  text: sqlText`select u.id, a.email, u.first_name, r.origin
    from password_resets r join accounts a on a.email_key = r.email_key join people u on u.id = a.person_id
    where r.id = $1 and not exists (select from password_resets newer where newer.email_key = r.email_key and newer.id > r.id)`,
};
const open = {
  name: "reset_is_open",
  text: sqlText`select exists (select from password_resets where token_hash = $1 and expires_at > now())`,
};

/** Deletes requests that are over. */
export const forgetResets =
  ({ db }: Database) =>
  () =>
    deleteExpired(db, "password_resets", "id", isOlder("created_at", { days: keptDays }));

/** `post` queues the mail of a request within its transaction. */
export function passwordStore(
  { db, one, row, transact }: Database,
  post: (tx: Tx, id: string) => Promise<void>,
): PasswordStore {
  return {
    async ask({ id, emailKey, origin }) {
      await transact(async (tx) => {
        await tx
          .insertInto("password_resets")
          .values({ id, email_key: emailKey, origin, user_id: null, token_hash: null, expires_at: null })
          .execute();
        await post(tx, id);
      });
    },
    async findAsker(id) {
      const found = await row<[string, string, string, string]>(asker, [id]);
      if (!found) {
        await db.deleteFrom("password_resets").where("id", "=", id).execute();
        return null;
      }
      const [userId, email, firstName, origin] = found;
      return { userId, email, firstName, origin } satisfies Asker;
    },
    async keepToken(id, userId, tokenHash, expiresAt) {
      return transact(async (tx) => {
        // The lock puts two mails in order, so the second ends the link of the first. An address that changed since gets no mail.
        const owner = tx.selectFrom("accounts").select("person_id").where("person_id", "=", userId);
        const asked = tx.selectFrom("password_resets").select("email_key").where("id", "=", id);
        if (!(await owner.where("email_key", "=", asked).forNoKeyUpdate().executeTakeFirst())) return false;
        await tx.deleteFrom("password_resets").where("user_id", "=", userId).where("id", "!=", id).execute();
        const kept = await tx
          .updateTable("password_resets")
          .set({ user_id: userId, token_hash: tokenHash, expires_at: expiresAt })
          .where("id", "=", id)
          .returning("id")
          .executeTakeFirst();
        return kept !== undefined;
      });
    },
    isOpen: async (tokenHash) => (await one<boolean>(open, [tokenHash])) ?? false,
    async redeem(tokenHash, { passwordHash, keep }, tell) {
      return transact(async (tx) => {
        const used = await tx
          .deleteFrom("password_resets")
          .where("token_hash", "=", tokenHash)
          .where("expires_at", ">", new Date())
          .returning("user_id")
          .executeTakeFirst();
        if (!used?.user_id) return null;
        // Nothing is kept if the address was unconfirmed.
        const removed = await removeWaysIn(tx, used.user_id, (await confirmByLetter(tx, used.user_id)) ? [] : keep);
        await tx
          .updateTable("accounts")
          .set({ password_hash: passwordHash })
          .where("person_id", "=", used.user_id)
          .execute();
        await endAccess(tx, used.user_id, null);
        await tell(tx, used.user_id);
        return { userId: used.user_id, removed };
      });
    },
    async waysOf(tokenHash) {
      const { rows } = await sql<{ ways: WayIn[] }>`select coalesce((
          select json_agg(json_build_object('id', w.id, 'kind', w.kind, 'name', w.name, 'addedAt', to_json(w.created_at),
            'isRecent', ${isRecent(sql`w`)}) order by w.created_at desc, w.id)
          from (
            select id, 'passkey' kind, name, created_at from passkeys where user_id = a.person_id
            union all select id, 'provider', email, created_at from identities where user_id = a.person_id
          ) w where a.email_confirmed_at is not null), '[]') ways
        from password_resets r join accounts a on a.person_id = r.user_id where r.token_hash = ${tokenHash} and r.expires_at > now()`.execute(
        db,
      );
      return rows[0]?.ways ?? null;
    },
    async findPasswordHash(userId) {
      const found = await db
        .selectFrom("accounts")
        .select("password_hash")
        .where("person_id", "=", userId)
        .executeTakeFirst();
      return found && found.password_hash;
    },
    async change(userId, from, to, keptSession, tell) {
      return transact(async (tx) => {
        const changed = await tx
          .updateTable("accounts")
          .set({ password_hash: to })
          .where("person_id", "=", userId)
          .where("password_hash", "=", from)
          .returning("person_id")
          .executeTakeFirst();
        if (!changed) return false;
        await endAccess(tx, userId, keptSession);
        await tell(tx, userId);
        return true;
      });
    },
  };
}

/**
 * A reset proves that the address is the person's. True if it was unconfirmed before: somebody else may have made the account, so their
 * passkeys and provider links must go.
 */
async function confirmByLetter(tx: Tx, userId: string): Promise<boolean> {
  const first = await tx
    .updateTable("accounts")
    .set({ email_confirmed_at: sql<Date>`now()` })
    .where("person_id", "=", userId)
    .where("email_confirmed_at", "is", null)
    .returning("person_id")
    .executeTakeFirst();
  return first !== undefined;
}

const isRecent = (row: RawBuilder<unknown>) => sql<boolean>`(${row}.created_at > now() - interval '30 days')`;

/** Removes the passkeys and provider links that are not in `keep`, or without it those that somebody may have added just now. */
async function removeWaysIn(tx: Tx, userId: string, keep: readonly string[] | undefined) {
  const isGone = keep === undefined ? isRecent(sql`w`) : sql<boolean>`w.id <> all(${[...keep]}::uuid[])`;
  const removeFrom = async (table: "passkeys" | "identities") => {
    const gone = sql<{
      id: string;
    }>`delete from ${sql.table(table)} w where w.user_id = ${userId} and ${isGone} returning id`;
    return (await gone.execute(tx)).rows.map(({ id }) => id);
  };
  return { passkeys: await removeFrom("passkeys"), links: await removeFrom("identities") };
}

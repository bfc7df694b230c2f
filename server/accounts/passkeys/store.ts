import { sql } from "kysely";
import type { Passkey } from "#contract/passkeys.ts";
import type { User } from "#contract/people.ts";
import type { Database, Tx } from "../../schema/database.ts";
import type { OwnRecords } from "../../schema/own-records.ts";
import { deleteExpired } from "../../platform/db/expired.ts";
import { findUser } from "../../schema/shapes/person.ts";
import { sqlText } from "../../platform/db/sql-text.ts";
import { keepSeat } from "../people/user-store.ts";
import type { NewKey, PasskeyStore } from "./passkeys.ts";

const remember = {
  name: "remember_challenge",
  text: sqlText`with swept as (
      delete from passkey_challenges where browser in (
        select browser from passkey_challenges where expires_at < now() and browser <> $1 limit 10 for update skip locked)
    )
    insert into passkey_challenges (browser, challenge, user_id, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))
    on conflict (browser) do update set challenge = excluded.challenge, user_id = excluded.user_id, expires_at = excluded.expires_at`,
};
const take = {
  name: "take_challenge",
  text: sqlText`with taken as (delete from passkey_challenges where browser = $1 returning *)
    select challenge from taken where expires_at > now() and user_id is not distinct from $2::uuid`,
};
const find = {
  name: "find_passkey",
  text: sqlText`select id, user_id, public_key from passkeys where credential_id = $1`,
};
const use = {
  name: "use_passkey",
  // An authenticator that does not count says 0 each time.
  text: sqlText`update passkeys set counter = $2::bigint, last_used_at = now()
    where id = $1 and (counter < $2::bigint or (counter = 0 and $2::bigint = 0)) returning true`,
};
const passkeyColumns = ["id", "name", "created_at", "last_used_at"] as const;

const passkeyOf = (row: { id: string; name: string; created_at: Date; last_used_at: Date | null }): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toJSON(),
  lastUsedAt: row.last_used_at?.toJSON() ?? null,
});

/** Ends the transaction, so that nothing of it is kept. */
class PasskeyKnown extends Error {}

/** Null if the passkey is known already. */
async function insertKey(tx: Tx, { id, userId, transports, ...key }: NewKey): Promise<Passkey | null> {
  const added = await tx
    .insertInto("passkeys")
    .values({
      id,
      user_id: userId,
      credential_id: key.credentialId,
      public_key: key.publicKey,
      counter: key.counter,
      transports: [...transports],
      name: key.name,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning(passkeyColumns)
    .executeTakeFirst();
  return added ? passkeyOf(added) : null;
}

/** Deletes expired challenges. */
export const forgetChallenges =
  ({ db }: Database) =>
  () =>
    deleteExpired(db, "passkey_challenges", "browser");

/** `issuer`: the configured provider; links to others open nothing. */
export function passkeyStore(
  { db, one, row, transact }: Database,
  issuer: string | undefined,
): PasskeyStore & {
  /** Newest first. */
  ofUser(userId: string): Promise<Passkey[]>;
  user(id: string): Promise<User | null>;
} {
  return {
    async ofUser(userId) {
      const mine = db.selectFrom("passkeys").select(passkeyColumns).where("user_id", "=", userId);
      return (await mine.orderBy("id", "desc").execute()).map(passkeyOf);
    },
    user: (id) => findUser(db, id),
    async remember(browser, challenge, userId, lifeSeconds) {
      await one(remember, [browser, challenge, userId, lifeSeconds]);
    },
    take: (browser, userId) => one<Buffer>(take, [browser, userId]),
    credentialsOf: (userId) =>
      db.selectFrom("passkeys").select(["credential_id as id", "transports"]).where("user_id", "=", userId).execute(),
    async add(key, most, tell) {
      return transact(async (tx) => {
        // The lock puts parallel calls in order, so that they cannot exceed the maximum.
        await tx.selectFrom("people").select("id").where("id", "=", key.userId).forNoKeyUpdate().execute();
        const { count } = await tx
          .selectFrom("passkeys")
          .select(sql<number>`count(*)::int`.as("count"))
          .where("user_id", "=", key.userId)
          .executeTakeFirstOrThrow();
        if (count >= most) return "full";
        const added = await insertKey(tx, key);
        if (!added) return "known";
        await tell(tx);
        return added;
      });
    },
    async keepSeat(key, address, welcome) {
      const keep = async (tx: Tx) => {
        const account = { ...address, id: key.userId, passwordHash: null, isConfirmed: false };
        if (!(await keepSeat(tx, account))) return "taken";
        if (!(await insertKey(tx, key))) throw new PasskeyKnown();
        await welcome(tx);
        return "kept";
      };
      return transact(keep).catch((error: unknown) => {
        if (error instanceof PasskeyKnown) return "known";
        throw error;
      });
    },
    async find(credentialId) {
      const found = await row<[string, string, Buffer]>(find, [credentialId]);
      return found && { id: found[0], userId: found[1], publicKey: found[2] };
    },
    use: async (id, counter) => (await one<boolean>(use, [id, counter])) ?? false,
    async rename(userId, id, name) {
      const row = await db
        .updateTable("passkeys")
        .set({ name })
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .returning(passkeyColumns)
        .executeTakeFirst();
      return row ? passkeyOf(row) : null;
    },
    async remove(userId, id, tell) {
      return transact(async (tx) => {
        // Of two removals at once, the second waits here and then finds that it is the last.
        await tx.selectFrom("people").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
        const { rows } = await sql<{ isMine: boolean; hasOther: boolean }>`
          select exists (select from passkeys where id = ${id} and user_id = ${userId}) "isMine",
            exists (select from passkeys where id <> ${id} and user_id = ${userId})
              or exists (select from identities where user_id = ${userId} and issuer = ${issuer ?? null})
              or exists (select from accounts where person_id = ${userId} and password_hash is not null) "hasOther"`.execute(
          tx,
        );
        const { isMine, hasOther } = rows[0]!;
        if (!isMine) return "missing";
        if (!hasOther) return "only way in";
        const removed = tx.deleteFrom("passkeys").where("id", "=", id).returning("name");
        await tell(tx, (await removed.executeTakeFirstOrThrow()).name);
        return "removed";
      });
    },
  };
}

/** Reads the passkeys of a person. */
export const passkeyRecordsOf =
  ({ db }: Database) =>
  async (userId: string): Promise<OwnRecords> => ({
    passkeys: await db
      .selectFrom("passkeys")
      .select(["name", "created_at as createdAt", "last_used_at as lastUsedAt"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
  });

import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";
import type { SealedTokens, TokenStore } from "./tokens.ts";
import { deleteExpired } from "../../platform/db/expired.ts";
import type { FlowStore } from "./flows.ts";

export function tokenStore({ db }: Database): TokenStore {
  const held = db
    .selectFrom("identity_tokens as t")
    .innerJoin("identities as i", "i.id", "t.identity_id")
    .select([
      "t.identity_id as identityId",
      "t.scope",
      "t.access_token as access",
      "t.access_expires_at as expiresAt",
      "t.refresh_token as refresh",
    ]);
  const columnsOf = ({ scope, access, expiresAt, refresh }: SealedTokens) => ({
    scope,
    access_token: access,
    access_expires_at: expiresAt,
    refresh_token: refresh,
    lease: null,
    lease_until: null,
  });
  return {
    async find(issuer, userId) {
      const found = held.where("i.issuer", "=", issuer).where("i.user_id", "=", userId);
      return (await found.executeTakeFirst()) ?? null;
    },
    async findOfIdentity(issuer, id) {
      const found = held.where("i.issuer", "=", issuer).where("t.identity_id", "=", id);
      return (await found.executeTakeFirst()) ?? null;
    },
    async put(tokens) {
      const columns = columnsOf(tokens);
      await db
        .insertInto("identity_tokens")
        .values({ identity_id: tokens.identityId, ...columns })
        .onConflict((conflict) => conflict.column("identity_id").doUpdateSet(columns))
        .execute();
    },
    async drop(identityId, lease) {
      await db.deleteFrom("identity_tokens").where("identity_id", "=", identityId).where("lease", "=", lease).execute();
    },
    async takeLease(identityId, lease, ms) {
      const taken = await db
        .updateTable("identity_tokens")
        .set({ lease, lease_until: new Date(Date.now() + ms) })
        .where("identity_id", "=", identityId)
        .where((row) => row.or([row("lease", "is", null), row("lease_until", "<", new Date())]))
        .returning("identity_id")
        .executeTakeFirst();
      return taken !== undefined;
    },
    async renew(tokens, lease) {
      const renewed = await db
        .updateTable("identity_tokens")
        .set(columnsOf(tokens))
        .where("identity_id", "=", tokens.identityId)
        .where("lease", "=", lease)
        .returning("identity_id")
        .executeTakeFirst();
      return renewed !== undefined;
    },
    async releaseLease(identityId, lease) {
      await db
        .updateTable("identity_tokens")
        .set({ lease: null, lease_until: null })
        .where("identity_id", "=", identityId)
        .where("lease", "=", lease)
        .execute();
    },
  };
}

export const flowStore = ({ db }: Database): FlowStore => ({
  async add({ stateHash, browserHash, session, issuer, purpose, photos, back, lifeMs }) {
    // Each call deletes a few expired flows, so that the table stays small.
    await sql`delete from identity_flows where state_hash in
      (select state_hash from identity_flows where expires_at < now() limit 10 for update skip locked)`.execute(db);
    await db
      .insertInto("identity_flows")
      .values({
        state_hash: stateHash,
        browser_hash: browserHash,
        session_hash: session,
        issuer,
        purpose,
        with_photos: photos,
        back,
        expires_at: new Date(Date.now() + lifeMs),
      })
      .execute();
  },
  forgetExpired: () => deleteExpired(db, "identity_flows", "state_hash"),
  async take(stateHash, browserHash) {
    const row = await db
      .deleteFrom("identity_flows")
      .where("state_hash", "=", stateHash)
      .where("browser_hash", "=", browserHash)
      .where("expires_at", ">", new Date())
      .returningAll()
      .executeTakeFirst();
    if (!row) return null;
    const { session_hash: session, issuer, purpose, with_photos: photos, back } = row;
    return { session, issuer, purpose, photos, back };
  },
});

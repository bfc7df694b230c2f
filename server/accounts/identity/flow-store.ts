import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";
import { deleteExpired } from "../../platform/db/expired.ts";
import type { FlowStore } from "./flows.ts";

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

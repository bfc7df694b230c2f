import type { Database } from "../../schema/database.ts";
import { sqlText } from "../../platform/db/sql-text.ts";
import type { OwnerProof } from "./owner.ts";

const ownerProof = {
  name: "owner_standing",
  text: sqlText`select a.password_hash, s.created_at > now() - interval '10 minutes', s.proved_at is not null and s.proved_at > now() - interval '10 minutes'
    from viewer_of($1) v join accounts a on a.person_id = v.user_id join sessions s on s.token_hash = $1`,
};

export const ownerStore = ({ db, row }: Database) => ({
  /** Reads what this session proves about its owner. */
  async ownerProof(session: Buffer | null): Promise<OwnerProof> {
    const found = session && (await row<[string | null, boolean, boolean]>(ownerProof, [session]));
    return { passwordHash: found?.[0] ?? null, isFresh: found?.[1] ?? false, hasTypedPassword: found?.[2] ?? false };
  },
  /** Stores that the password was typed in this session. False if the session is gone. */
  async markProved(session: Buffer): Promise<boolean> {
    const marked = db.updateTable("sessions").set({ proved_at: new Date() }).where("token_hash", "=", session);
    return (await marked.returning("id").executeTakeFirst()) !== undefined;
  },
  /** Stores that a passkey of the owner was used in this session. False if the session is gone. */
  async markPasskeyProved(session: Buffer): Promise<boolean> {
    const marked = db.updateTable("sessions").set({ passkey_proved_at: new Date() }).where("token_hash", "=", session);
    return (await marked.returning("id").executeTakeFirst()) !== undefined;
  },
});

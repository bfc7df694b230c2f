import type { Database } from "../../platform/db/connect.ts";
import { deleteExpired } from "../../platform/db/expired.ts";
import { list, timestamp } from "../../platform/db/json.ts";

/** Sessions in the list; those used longest ago are left out. */
const maxListed = 200;

const mine = {
  name: "my_sessions",
  text: `select ${list(
    `json_build_object('id', s.id, 'device', s.device, 'signedInAt', ${timestamp("s.created_at")},
      'lastSeenAt', ${timestamp("s.last_seen_at")}, 'isThis', s.token_hash = v.token_hash)
      order by s.token_hash <> v.token_hash, s.last_seen_at desc, s.created_at desc, s.id`,
    `(select * from sessions where user_id = v.user_id and expires_at > now()
      order by token_hash <> v.token_hash, last_seen_at desc, created_at desc limit ${maxListed}) s`,
  )}::text
    from sessions v where v.token_hash = $1 and v.expires_at > now()`,
};

export const sessionStore = ({ db, one }: Database) => ({
  /** JSON text. */
  mine: (session: Buffer) => one<string>(mine, [session]),

  /** False if this person has no such session. */
  async end(userId: string, id: string): Promise<boolean> {
    const ended = await db
      .deleteFrom("sessions")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .returning("id")
      .executeTakeFirst();
    return ended !== undefined;
  },

  /** Deletes expired sessions of everybody. */
  forgetExpired: () => deleteExpired(db, "sessions", "token_hash"),

  async endOthers(userId: string, kept: Buffer): Promise<void> {
    await db.deleteFrom("sessions").where("user_id", "=", userId).where("token_hash", "!=", kept).execute();
  },
});

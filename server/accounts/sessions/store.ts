import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";
import type { OwnRecords } from "../../schema/own-records.ts";
import { deleteExpired, isOlder } from "../../platform/db/expired.ts";

/** The most sessions of one person. A sign-in above it ends the one that was used longest ago. */
export const maxSessions = 50;
const maxIdleDays = 30;
/** The session of a person without an account, who could not sign in again. It ends when it expires. */
const ofAccount = sql<boolean>`exists (select from accounts where person_id = user_id)`;

export const sessionStore = ({ db }: Database) => ({
  /** The sessions of a user, the one with the token's hash `current` first. */
  async ofUser(userId: string, current: Buffer) {
    const rows = await db
      .selectFrom("sessions")
      .select(["id", "device", "created_at", "last_seen_at", ({ eb }) => eb("token_hash", "=", current).as("isThis")])
      .where("user_id", "=", userId)
      .where("expires_at", ">", sql<Date>`now()`)
      .orderBy("isThis", "desc")
      .orderBy("last_seen_at", "desc")
      .orderBy("created_at", "desc")
      .orderBy("id")
      .limit(maxSessions)
      .execute();
    return rows.map(({ id, device, created_at, last_seen_at, isThis }) => ({
      id,
      device,
      signedInAt: created_at.toJSON(),
      lastSeenAt: last_seen_at.toJSON(),
      isThis: Boolean(isThis),
    }));
  },

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

  /** Deletes everybody's sessions that have expired, or that no open page of an account has used for 30 days. */
  async forgetExpired(): Promise<void> {
    await deleteExpired(db, "sessions", "token_hash");
    await deleteExpired(
      db,
      "sessions",
      "token_hash",
      sql<boolean>`${isOlder("last_seen_at", { days: maxIdleDays })} and ${ofAccount}`,
    );
  },

  async endOthers(userId: string, kept: Buffer): Promise<void> {
    await db.deleteFrom("sessions").where("user_id", "=", userId).where("token_hash", "!=", kept).execute();
  },
});

/** Reads the sessions of a person. */
export const sessionRecordsOf =
  ({ db }: Database) =>
  async (userId: string): Promise<OwnRecords> => ({
    sessions: await db
      .selectFrom("sessions")
      .select(["device", "created_at as signedInAt", "last_seen_at as lastSeenAt"])
      .where("user_id", "=", userId)
      .where("expires_at", ">", sql<Date>`now()`)
      .orderBy("created_at")
      .execute(),
  });

import { sql } from "kysely";
import type { Database, Tx } from "../../schema/database.ts";
import type { OwnRecords } from "../../schema/own-records.ts";
import { deleteExpired, isOlder } from "../../platform/db/expired.ts";

/** The most sessions of one person. A sign-in above it ends the one that was used longest ago. */
export const maxSessions = 50;
const maxIdleDays = 30;
/** The session of a person without an account, who could not sign in again. It ends when it expires. */
const ofAccount = sql<boolean>`exists (select from accounts where person_id = user_id)`;

export const sessionStore = ({ db, transact }: Database) => ({
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
  end: (userId: string, id: string): Promise<boolean> =>
    transact(async (tx) => {
      const mine = tx.deleteFrom("sessions").where("id", "=", id).where("user_id", "=", userId);
      const ended = (await mine.returning("id").executeTakeFirst()) !== undefined;
      if (ended) await endTickets(tx, userId);
      return ended;
    }),

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

  endOthers: (userId: string, kept: Buffer): Promise<void> =>
    transact(async (tx) => {
      await tx.deleteFrom("sessions").where("user_id", "=", userId).where("token_hash", "!=", kept).execute();
      await endTickets(tx, userId);
    }),
});

/** Ends the tickets of a seat. A stranger who used its session may hold one, and could take the seat into their own account. */
async function endTickets(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable("seats").set({ tickets_from: new Date() }).where("person_id", "=", userId).execute();
}

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

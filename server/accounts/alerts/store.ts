import { sql } from "kysely";
import type { Database, Tx } from "../../schema/database.ts";
import type { OwnRecords } from "../../schema/own-records.ts";
import { deleteExpired } from "../../platform/db/expired.ts";
import { endAccess } from "../sessions/end-access-store.ts";
import type { Alert } from "./alert.ts";
import type { IssuedAlert } from "./letter.ts";

export const alertStore = ({ db }: Database) => ({
  /** Stores the hash of the link's token. Undefined if the account is gone or the link has expired. */
  async keepToken(id: string, tokenHash: Buffer): Promise<Omit<IssuedAlert, "token"> | null> {
    const kept = await db
      .updateTable("account_alerts as a")
      .from("people as u")
      .set({ token_hash: tokenHash })
      .whereRef("u.id", "=", "a.user_id")
      .where("a.id", "=", id)
      .where("a.expires_at", ">", sql<Date>`now()`)
      .returning([
        "a.what",
        "a.detail",
        "a.email",
        "a.origin",
        "a.created_at as createdAt",
        "u.first_name as firstName",
      ])
      .executeTakeFirst();
    return kept ?? null;
  },
  /** Deletes expired letters of everybody. */
  forgetExpired: () => deleteExpired(db, "account_alerts", "id"),
});

/** Writes on alerts, in a transaction. */
export const alertWrites = (tx: Tx) => ({
  async add({ id, userId, what, detail, origin, email }: Alert & { id: string; origin: string }) {
    const address = tx.selectFrom("accounts").select("email").where("person_id", "=", userId);
    await tx
      .insertInto("account_alerts")
      .values({ id, user_id: userId, what, detail, origin, email: email ?? sql<string>`(${address})` })
      .execute();
  },
  /** Uses up a link: ends all sessions and mailed links of its account. Returns the user's id; null if the token is not valid. */
  async endAll(tokenHash: Buffer): Promise<string | null> {
    const used = await tx
      .updateTable("account_alerts")
      .set({ token_hash: null })
      .where("token_hash", "=", tokenHash)
      .where("expires_at", ">", sql<Date>`now()`)
      .returning("user_id")
      .executeTakeFirst();
    if (!used) return null;
    await endAccess(tx, used.user_id, null);
    return used.user_id;
  },
});

/** Reads the alerts of a person. */
export const alertRecordsOf =
  ({ db }: Database) =>
  async (userId: string): Promise<OwnRecords> => ({
    alerts: await db
      .selectFrom("account_alerts")
      .select(["what", "detail", "email", "created_at as at"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
  });

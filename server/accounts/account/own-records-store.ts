import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";
import type { OwnRecords } from "../../schema/own-records.ts";

/** Reads how a person signs in, and their profile. Without `profile` the account is gone. */
export const accountRecordsOf =
  ({ db }: Database) =>
  async (userId: string): Promise<OwnRecords> => ({
    profile: await db
      .selectFrom("people as u")
      .leftJoin("accounts as a", "a.person_id", "u.id")
      .leftJoin("user_space as s", "s.user_id", "u.id")
      .select(["u.id", "u.first_name as firstName", "u.last_name as lastName", "a.email"])
      .select(["a.email_confirmed_at as emailConfirmedAt", "u.bio", "u.profile_image_url as profileImageUrl"])
      .select(({ fn }) => fn.coalesce("s.bytes", sql<number>`0`).as("uploadedBytes"))
      .select("u.created_at as createdAt")
      .where("u.id", "=", userId)
      .execute(),
    seat: await db.selectFrom("seats").select(["device", "sat_at as satAt"]).where("person_id", "=", userId).execute(),
    passkeys: await db
      .selectFrom("passkeys")
      .select(["name", "created_at as createdAt", "last_used_at as lastUsedAt"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
    sessions: await db
      .selectFrom("sessions")
      .select(["device", "created_at as signedInAt", "last_seen_at as lastSeenAt"])
      .where("user_id", "=", userId)
      .where("expires_at", ">", sql<Date>`now()`)
      .orderBy("created_at")
      .execute(),
    alerts: await db
      .selectFrom("account_alerts")
      .select(["what", "detail", "email", "created_at as at"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
    identities: await db
      .selectFrom("identities")
      .select(["issuer as provider", "subject", "email", "created_at as linkedAt"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
  });

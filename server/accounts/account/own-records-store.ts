import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";
import type { OwnRecords } from "../../schema/own-records.ts";

/** Reads the profile of a person. Without it the account is gone. */
export const accountRecordsOf =
  ({ db }: Database) =>
  async (userId: string): Promise<OwnRecords> => ({
    profile: await db
      .selectFrom("people as u")
      .leftJoin("accounts as a", "a.person_id", "u.id")
      .leftJoin("user_space as s", "s.user_id", "u.id")
      .select(["u.id", "u.first_name as firstName", "u.last_name as lastName", "a.email"])
      .select([
        "a.email_confirmed_at as emailConfirmedAt",
        "u.bio",
        "u.profile_image_url as profileImageUrl",
        "u.pay_to as payTo",
      ])
      .select(({ fn }) => fn.coalesce("s.bytes", sql<number>`0`).as("uploadedBytes"))
      .select("u.created_at as createdAt")
      .where("u.id", "=", userId)
      .execute(),
  });

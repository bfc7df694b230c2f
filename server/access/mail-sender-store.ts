import { type Insertable, sql } from "kysely";
import type { Database, Tx } from "../schema/database.ts";
import { deleteExpired, isOlder } from "../platform/db/expired.ts";
import type { Tables } from "../schema/tables/tables.ts";

/** Statements on the mails that a person sends to others, in the transaction that posts them. */
export const mailSenderWrites = (tx: Tx) => ({
  /** Undefined if the account is gone. */
  lock: (userId: string) =>
    tx
      .selectFrom("accounts")
      .select([
        sql<boolean>`was_invited or email_confirmed_at is not null`.as("mayMail"),
        sql<boolean>`created_at > now() - interval '7 days'`.as("isNew"),
      ])
      .where("person_id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  /** The mails of the last 24 hours, and the seconds until the first of them no longer counts. */
  sentToday: (userId: string, kind: string) =>
    tx
      .selectFrom("mails_of_people")
      .select([
        sql<number>`coalesce(sum(mails), 0)::int`.as("sent"),
        sql<number>`coalesce(ceil(extract(epoch from min(created_at) + interval '1 day' - now())), 86400)::int`.as(
          "seconds",
        ),
      ])
      .where("sender_id", "=", userId)
      .where("kind", "=", kind)
      .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
      .executeTakeFirstOrThrow(),
  add: (row: Insertable<Tables["mails_of_people"]>) => tx.insertInto("mails_of_people").values(row).execute(),
});

/** Deletes the counts of former days. */
export const forgetMailsOfPeople =
  ({ db }: Database) =>
  () =>
    deleteExpired(db, "mails_of_people", "id", isOlder("created_at", { days: 1 }));

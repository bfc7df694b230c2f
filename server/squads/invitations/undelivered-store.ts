import { sql } from "kysely";
import type { Activity } from "../../schema/activity.ts";
import type { Database } from "../../schema/database.ts";
import { shownEmail } from "../../platform/mail/email-key.ts";

const name = sql<string>`u.first_name || ' ' || u.last_name`;

export type UndeliveredStore = ReturnType<typeof undeliveredStore>;

/** Each tells the sender once. False if they were told before, the mail was withdrawn, or it is of another kind. */
export const undeliveredStore = (database: Database, activity: Activity) => ({
  invitation: (id: string, reason: string) =>
    database.transact(async (tx) => {
      const found = await tx
        .updateTable("invitations")
        .set({ mail: "undelivered", mail_reason: reason })
        .where("id", "=", id)
        .where("mail", "<>", "undelivered")
        .where("used_at", "is", null)
        .where("ended_at", "is", null)
        .returning(["inviter_id as userId", "email_key as who", "trip_id as trip", "squad_id as squad"])
        .executeTakeFirst();
      if (!found) return false;
      const { userId, who, trip, squad } = found;
      await activity.note(tx, "mail_failed", { trip, squad, person: userId, to: [userId], invitation: id });
      await tx
        .insertInto("mail_notices")
        .values({ id, user_id: userId, who: shownEmail(who), reason })
        .execute();
      return true;
    }),
  reminder: (id: string, reason: string) =>
    database.transact(async (tx) => {
      const found = await tx
        .selectFrom("vote_reminders as r")
        .innerJoin("people as u", "u.id", "r.user_id")
        .select(["r.asked_by as userId", "r.trip_id as trip", name.as("who")])
        .where("r.id", "=", id)
        .executeTakeFirst();
      if (!found?.userId) return false;
      const { userId, who, trip } = found;
      await activity.note(tx, "mail_failed", { trip, person: userId, to: [userId] });
      const notice = tx.insertInto("mail_notices").values({ id, user_id: userId, who, reason });
      await notice.onConflict((conflict) => conflict.doNothing()).execute();
      return true;
    }),
});

import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";
import { shownEmail } from "../../platform/mail/email-key.ts";

const name = sql<string>`u.first_name || ' ' || u.last_name`;

export type UndeliveredStore = ReturnType<typeof undeliveredStore>;

/** Each returns the sender to tell. Undefined if they were told before, the mail was withdrawn, or it is of another kind. */
export const undeliveredStore = (database: Database) => ({
  invitation: (id: string, reason: string) =>
    database.transact(async (tx) => {
      const found = await tx
        .updateTable("invitations")
        .set({ mail: "undelivered", mail_reason: reason })
        .where("id", "=", id)
        .where("mail", "<>", "undelivered")
        .where("used_at", "is", null)
        .where("ended_at", "is", null)
        .returning(["inviter_id as userId", "email_key as who"])
        .executeTakeFirst();
      if (!found) return undefined;
      const { userId, who } = found;
      await tx
        .insertInto("mail_notices")
        .values({ id, user_id: userId, who: shownEmail(who), reason })
        .execute();
      return userId;
    }),
  reminder: (id: string, reason: string) =>
    database.transact(async (tx) => {
      const found = await tx
        .selectFrom("vote_reminders as r")
        .innerJoin("people as u", "u.id", "r.user_id")
        .select(["r.asked_by as userId", name.as("who")])
        .where("r.id", "=", id)
        .executeTakeFirst();
      if (!found?.userId) return undefined;
      const { userId, who } = found;
      const notice = tx.insertInto("mail_notices").values({ id, user_id: userId, who, reason });
      await notice.onConflict((conflict) => conflict.doNothing()).execute();
      return userId;
    }),
});

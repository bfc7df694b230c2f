import type { MailNotice } from "#contract/mail.ts";
import type { Database } from "../db/connect.ts";

/** What people are to be told once: a mail of theirs reached nobody. */
export const noticeStore = ({ db }: Database) => ({
  of: (userId: string): Promise<MailNotice[]> =>
    db
      .selectFrom("mail_notices")
      .select(["id", "who", "reason"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .limit(50)
      .execute(),
  async forget(userId: string, ids: readonly string[]): Promise<void> {
    await db.deleteFrom("mail_notices").where("user_id", "=", userId).where("id", "in", ids).execute();
  },
});

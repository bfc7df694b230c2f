import type { MailNotice } from "#contract/mail.ts";
import type { Database } from "../db/connect.ts";

/** Notices for people whose mail reached nobody. Each is shown once. */
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

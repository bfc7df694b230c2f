import { notFound } from "../../platform/http/problem.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import type { Database } from "../../schema/database.ts";
import { type Actor, noteAction } from "../actions/store.ts";

/** Sends a mail that was given up once more, and writes that down. 404 if it is not on the list. */
export async function retryMail({ transact }: Database, mail: Mail, by: Actor, id: string): Promise<void> {
  await transact(async (tx) => {
    const posted = await mail.retry(tx, id);
    if (!posted) throw notFound();
    await noteAction(tx, { action: "mail_retried", by, personId: posted.personId });
  });
  mail.wake();
}

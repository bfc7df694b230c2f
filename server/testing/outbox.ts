import { setTimeout as sleep } from "node:timers/promises";
import type { Email } from "postal-mime";
import { readOutbox } from "../../try/stand-ins/outbox.ts";

export { linkIn } from "../../try/stand-ins/outbox.ts";

/** Subject of the mail after a registration. */
export const greeting = "Confirm your email address for Swellmates";

/**
 * The parsed mails in a server's outbox, oldest first, with `to` only those to one address. Mails that greet new accounts, and
 * those about an account's security, are left out unless `withGreetings`.
 */
export async function outboxOf(dataDir: string, to?: string, withGreetings = false): Promise<Email[]> {
  const mails = await readOutbox(dataDir);
  return mails.filter(
    (mail) =>
      (to === undefined || mail.to?.some(({ address }) => address === to)) &&
      (withGreetings || (mail.subject !== greeting && !mail.subject?.startsWith("Was it you?"))),
  );
}

/** Waits for this many mails to an address, as `outboxOf` counts them. Returns the last one. */
export async function mailTo(dataDir: string, to: string, count = 1, withGreetings = false): Promise<Email> {
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(50)) {
    const mails = await outboxOf(dataDir, to, withGreetings);
    if (mails.length >= count) return mails.at(-1)!;
  }
  throw new Error(`No mail number ${count} to ${to} came.`);
}

import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";

/** What everybody gets who registers. */
export const greeting = "Confirm your email address for Swellmates";

/**
 * The mails that a server has written so far, as a mail program reads them, oldest first; `to` leaves only one address's. Without
 * those that greet new accounts, unless they are asked for.
 */
export async function outboxOf(dataDir: string, to?: string, withGreetings = false): Promise<Email[]> {
  const folder = path.join(dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".eml")).sort();
  const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))));
  return mails.filter(
    (mail) =>
      (to === undefined || mail.to?.some(({ address }) => address === to)) &&
      (withGreetings || mail.subject !== greeting),
  );
}

/** Waits until this many mails to an address lie there, as `outboxOf` counts them; answers the last one. */
export async function mailTo(dataDir: string, to: string, count = 1, withGreetings = false): Promise<Email> {
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(50)) {
    const mails = await outboxOf(dataDir, to, withGreetings);
    if (mails.length >= count) return mails.at(-1)!;
  }
  throw new Error(`No mail number ${count} to ${to} came.`);
}

/** The link behind the button of a mail. */
export function linkIn(mail: Email): URL {
  const link = /^https?:\/\/\S+$/m.exec(mail.text ?? "")?.[0];
  if (!link) throw new Error(`No link in: ${mail.text}`);
  return new URL(link);
}

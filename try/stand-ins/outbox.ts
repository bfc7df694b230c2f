import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";

/** The mails that a server has written into its outbox, parsed, oldest first. */
export async function readOutbox(dataDir: string): Promise<Email[]> {
  const folder = path.join(dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".eml")).sort();
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))));
}

/** The link of a mail's button. */
export function linkIn(mail: Email): URL {
  const link = /^https?:\/\/\S+$/m.exec(mail.text ?? "")?.[0];
  if (!link) throw new Error(`No link in: ${mail.text}`);
  return new URL(link);
}

import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Message } from "./message.ts";
import { hourMs } from "../durations.ts";

/** Delivers a message. Resolves when the next server or the disk has it; rejects if it must be retried. */
export type Deliver = (message: Message) => Promise<void>;

/**
 * Delivers into a folder. Each mail is a file `<time>-<random id>.eml`, whole or not there, which only the server's account can read. `tell`
 * gets its path.
 */
export function outbox(folder: string, tell: (file: string) => void): Deliver {
  let isSwept = false;
  return async ({ raw }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!isSwept) await sweep(folder);
    isSwept = true;
    // Not the id of the letter, which a letter of another kind may have too.
    const id = randomUUID();
    const staged = path.join(folder, `.${id}`);
    const file = path.join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${id}.eml`);
    try {
      const handle = await open(staged, "wx", 0o600);
      try {
        await handle.writeFile(raw);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(staged, file);
    } catch (error) {
      await rm(staged, { force: true });
      throw error;
    }
    const names = await open(folder, "r");
    await names.sync().finally(() => names.close());
    tell(file);
  };
}

/** Removes half-written files of killed servers. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(".")) continue;
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > hourMs) await rm(file, { force: true });
  }
}

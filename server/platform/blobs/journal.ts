import { appendFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { BlobKey } from "./blobs.ts";
import type { Journal } from "./move.ts";

/** A journal in a file, one line per blob: `{key} {SHA-256}`. Half-written lines of a killed process are ignored. */
export async function openJournal(file: string): Promise<Journal> {
  const text = await readFile(file, "utf8").catch(() => "");
  const known = new Set(text.match(/^\S+(?= [0-9a-f]{64}$)/gm));
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // Ends a half-written line.
  if (text !== "" && !text.endsWith("\n")) await appendFile(file, "\n");
  return {
    has: (key: BlobKey) => known.has(key),
    async add(key, sha256) {
      await appendFile(file, `${key} ${sha256}\n`, { mode: 0o600 });
      known.add(key);
    },
  };
}

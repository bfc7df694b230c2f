import { createHash } from "node:crypto";
import { chownSync, lstatSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { Account } from "./account.ts";

/** Bytes that the kernel has for a socket's path, its closing zero left out. */
const mostBytes = process.platform === "darwin" ? 103 : 107;

/**
 * A private folder for the sockets: `inside` the data directory, or, where its path is too long for a socket, one of our own
 * in /tmp that everybody who serves the same directory finds. Not TMPDIR: two processes may differ in that.
 */
export function socketFolder(inside: string, account: Account): string {
  if (Buffer.byteLength(path.join(inside, ".s.PGSQL.5432")) <= mostBytes) return inside;
  const short = `/tmp/swellmates-${createHash("sha256").update(inside).digest("hex").slice(0, 16)}`;
  try {
    mkdirSync(short, { mode: 0o700 });
    chownSync(short, account.uid, account.gid);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const found = lstatSync(short);
  if (!found.isDirectory() || found.uid !== account.uid || (found.mode & 0o077) !== 0)
    throw new Error(
      `${short} is not a private folder of PostgreSQL's account: remove it, or give DATA_DIR a shorter path.`,
    );
  return short;
}

import { createHash } from "node:crypto";
import { chownSync, lstatSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { Account } from "./account.ts";

/** The kernel's limit for the path of a socket, without the final zero byte. */
const maxPathBytes = process.platform === "darwin" ? 103 : 107;

/**
 * A private folder for the sockets: `inside` the data directory, or, if that path is too long for a socket, a folder in /tmp with a
 * name that all processes on this data directory compute. Not in TMPDIR, which may differ between processes.
 */
export function socketFolder(inside: string, account: Account): string {
  if (Buffer.byteLength(path.join(inside, ".s.PGSQL.5432")) <= maxPathBytes) return inside;
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

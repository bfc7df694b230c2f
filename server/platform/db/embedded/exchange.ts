// Decision 111: how data files of another major version of PostgreSQL take the place of the old ones.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { sync } from "./create.ts";

const present = "pgdata";
/** Data files that are whole, and on their way into the place of the present ones. */
const next = "pgdata-next";

/** The folder of the old files of a major version after an upgrade. */
export const keptFolder = (home: string, major: number): string => path.join(home, `${present}-${major}`);

const workPrefix = "upgrade-";

/** Makes an empty folder for an upgrade to work in. For root: PostgreSQL's account must pass through it. */
export function makeWorkFolder(home: string): string {
  // Another name each time: what a killed upgrade had started may still write to its own.
  const folder = path.join(home, `${workPrefix}${randomBytes(4).toString("hex")}`);
  mkdirSync(folder, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  return folder;
}

/** The folder that has the database of the data directory `home`, also between the two moves of an exchange. */
export function presentFolder(home: string): string {
  const [folder, coming] = [path.join(home, present), path.join(home, next)];
  return !existsSync(folder) && existsSync(coming) ? coming : folder;
}

/**
 * Puts the data files in `draft` in the place of the present ones, which stay in `keptFolder`. Killed at any moment, the old or the new
 * files are there whole. Only the owner may call it.
 */
export function exchange(home: string, draft: string, oldMajor: number): void {
  move(home, draft, path.join(home, next));
  move(home, path.join(home, present), keptFolder(home, oldMajor));
  finishExchange(home);
}

/** Ends an exchange that was killed between its moves. True if there was one. */
function finishExchange(home: string): boolean {
  if (presentFolder(home) !== path.join(home, next)) return false;
  move(home, path.join(home, next), path.join(home, present));
  return true;
}

/**
 * Ends an upgrade that was killed: with the new files in their place if it was at its last step, and else with the old files as they
 * were. Says so in a sentence; null if there was none. Only the owner may call it.
 */
export function endUpgrade(home: string): string | null {
  const isDone = finishExchange(home);
  const left = readdirSync(home).filter((name) => name === next || name.startsWith(workPrefix));
  for (const name of left)
    rmSync(path.join(home, name), { recursive: true, force: true, maxRetries: 30, retryDelay: 50 });
  if (isDone)
    return "An upgrade of PostgreSQL was cut off at its last step, and is finished now. The old files are kept.";
  return left.length > 0 ? "Removed what an upgrade of PostgreSQL left that was cut off: the database is whole." : null;
}

function move(home: string, from: string, to: string): void {
  renameSync(from, to);
  sync(home);
}

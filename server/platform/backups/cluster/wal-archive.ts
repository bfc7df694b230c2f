import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { orNull, remove } from "../../blobs/disk-files.ts";
import { readArchiveId } from "../../db/embedded/archive.ts";
import type { Place } from "../places/place.ts";

export { readArchiveId };

/**
 * Moves the finished WAL segments of `walFolder` to the place, oldest first, as `wal/<archive>/<segment>.gz`. A segment leaves the folder
 * when the place has it. Several processes may do this at once. Resolves to the number of files that this call moved.
 */
export async function shipWal(walFolder: string, place: Place, until?: AbortSignal): Promise<number> {
  const archive = readArchiveId(walFolder);
  if (archive === null) return 0;
  const names = (await readdir(walFolder)).filter((name) => /^[0-9A-F]{8}.*\.gz$/.test(name)).sort();
  let shipped = 0;
  for (const name of names) {
    if (until?.aborted) break;
    if (await ship(path.join(walFolder, name), place, `wal/${archive}/${name}`)) shipped++;
  }
  return shipped;
}

/** False if another process has moved the file. */
async function ship(file: string, place: Place, name: string): Promise<boolean> {
  const handle = await orNull(open(file));
  if (!handle) return false;
  const source = handle.createReadStream();
  try {
    await place.put(name, source);
  } finally {
    source.destroy();
  }
  await remove(file);
  return true;
}

/** What a copy of a cluster needs of an archive to be brought to any later time. */
export interface WalNeed {
  /** Null if the server did not archive. */
  readonly archive: string | null;
  readonly firstWal: string;
}

/**
 * Removes from the place what none of the kept copies needs. A copy that is being made counts as kept. Resolves to the number of files
 * removed.
 */
export async function pruneWal(place: Place, kept: readonly WalNeed[]): Promise<number> {
  const oldest = new Map<string, string>();
  for (const { archive, firstWal } of kept) {
    if (archive === null) continue;
    const [known, position] = [oldest.get(archive), positionOf(firstWal)];
    if (known === undefined || position < known) oldest.set(archive, position);
  }
  const unneeded: string[] = [];
  for await (const { name } of place.list("wal/")) {
    const [, archive, file] = /^wal\/([^/]+)\/([^/]+)$/.exec(name) ?? [];
    if (!archive || !file) continue;
    const from = oldest.get(archive);
    if (from === undefined || (isSegment(file) && positionOf(file) < from)) unneeded.push(name);
  }
  for (const name of unneeded) await place.remove(name);
  return unneeded.length;
}

/** Whether a file of an archive is a segment before another one, on any timeline. */
export const isBefore = (file: string, segment: string): boolean =>
  isSegment(file) && positionOf(file) < positionOf(segment);

const isSegment = (file: string) => /^[0-9A-F]{24}/.test(file);

/** The position of a segment on any timeline: its name without the timeline, which is the first 8 of its 24 digits. */
const positionOf = (segment: string) => segment.slice(8, 24);

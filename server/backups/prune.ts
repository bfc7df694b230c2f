import type { BlobKey } from "../platform/blobs/blobs.ts";
import { pruneWal } from "../platform/backups/cluster/wal-archive.ts";
import type { Place } from "../platform/backups/places/place.ts";
import { dayMs } from "../platform/durations.ts";
import { type Backup, folderOf, momentOf, namesIn } from "./manifest.ts";
import { eachKey, photosOf, removeCopy } from "./photos.ts";

/** Whether a backup is older than `days` at this moment. */
const isOver = (name: string, days: number, now: Date): boolean =>
  momentOf(name).getTime() < now.getTime() - days * dayMs;

export interface Pruning {
  readonly place: Place;
  /** The complete backups, newest first. The first is never removed. */
  readonly backups: readonly Backup[];
  /** The files of photos that were in the place before the newest backup began. */
  readonly before: ReadonlySet<BlobKey>;
  readonly days: number;
}

/**
 * Removes backups that are older than `days`, incomplete ones that are older than the newest, the photos that no other backup has, and
 * the WAL that none needs.
 */
export async function prune({ place, backups, before, days }: Pruning, now: Date): Promise<void> {
  const [newest, ...older] = backups;
  if (!newest) return;
  const kept = [newest, ...older.filter(({ name }) => !isOver(name, days, now))];
  const keptNames = new Set(kept.map(({ name }) => name));
  for (const name of await namesIn(place))
    if (name < newest.name && !keptNames.has(name)) await removeFolder(place, folderOf(name));

  const unused = new Set(before);
  for (const backup of kept) for (const key of await photosOf(place, backup)) unused.delete(key);
  await eachKey(unused, (key) => removeCopy(place, key));

  await pruneWal(
    place,
    kept.flatMap(({ manifest }) => (manifest.cluster ? [manifest.cluster] : [])),
  );
}

/** Removes the list of the backup first, so that half a backup is never taken for a whole one. */
async function removeFolder(place: Place, folder: string): Promise<void> {
  const names: string[] = [];
  for await (const { name } of place.list(folder)) names.push(name);
  for (const name of names.toSorted((one, other) => Number(other.endsWith(".json")) - Number(one.endsWith(".json"))))
    await place.remove(name);
}

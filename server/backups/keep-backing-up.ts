import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readArchiveId, shipWal } from "../platform/backups/cluster/wal-archive.ts";
import type { BlobKey } from "../platform/blobs/blobs.ts";
import { dayMs } from "../platform/durations.ts";
import { type Backup, backupsIn, momentOf } from "./manifest.ts";
import { copyOut, eachKey, photosIn } from "./photos.ts";
import { photosSince } from "./site-store.ts";
import { hasTaken } from "./taken-store.ts";
import { type BackupParts, BackupRuns, type TakenBackup, takeBackup } from "./take-backup.ts";

/** How often finished WAL and new photos go to the place. PostgreSQL finishes a segment each minute at most. */
const shipMs = 10_000;
/** The id of a photo says when its upload began, and that may have taken long. Whole backups have older ones. */
const recentMs = 2 * dayMs;

export interface Keeping {
  /** Called after each whole backup. */
  readonly onTaken: (taken: TakenBackup) => void;
  /** Called after each round with what failed, or with null. The next round tries again. */
  readonly onRound: (fault: unknown) => void;
  readonly signal: AbortSignal;
  /** Milliseconds between two rounds. Default: ten seconds. */
  readonly everyMs?: number;
}

/**
 * Until `signal` aborts: sends WAL and originals to the place as they arrive, also while a whole backup is made, which it does once a day.
 */
export async function keepBackingUp(parts: BackupParts, keeping: Keeping): Promise<void> {
  const { onTaken, onRound, signal, everyMs = shipMs } = keeping;
  const photos = shipPhotos(parts);
  let backup: Promise<void> | undefined;
  let fault: unknown = null;
  const take = async () => {
    try {
      onTaken(await takeBackup(parts));
      fault = null;
    } catch (error) {
      if (!(error instanceof BackupRuns)) fault = error;
    }
    backup = undefined;
  };
  while (!signal.aborted) {
    try {
      const [newest] = await backupsIn(parts.place);
      if (!newest) await demandNew(parts);
      if (parts.cluster) await shipWal(walOf(parts), parts.place);
      await photos();
      if (isDue(parts, newest, new Date())) backup ??= take();
      onRound(fault);
    } catch (error) {
      if (!signal.aborted) onRound(error);
    }
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
  await backup;
}

const walOf = ({ dataDir }: BackupParts) => path.join(dataDir, "wal");

/** Rejects if backups were made in this place, which has none now: the folder of a disk that is not mounted looks like that. */
async function demandNew({ place, database }: BackupParts): Promise<void> {
  if (await hasTaken(database, place.title))
    throw new Error(
      `The backups that were made in ${place.title} are gone: is its disk mounted? If you removed them, run npm run backup once.`,
    );
}

/** Whether the newest backup is a day old, or the WAL that is archived now continues none. */
function isDue(parts: BackupParts, newest: Backup | undefined, now: Date): boolean {
  if (!newest || momentOf(newest.name).getTime() <= now.getTime() - dayMs) return true;
  const archive = parts.cluster && readArchiveId(walOf(parts));
  return archive !== null && newest.manifest.cluster?.archive !== archive;
}

/** Returns a function that copies the originals that arrived since the newest backup and are not in the place. */
function shipPhotos({ place, database, blobs }: BackupParts): () => Promise<void> {
  let there: Set<BlobKey> | undefined;
  return async () => {
    there ??= await photosIn(place);
    const known = there;
    const ids = await photosSince(database, new Date(Date.now() - recentMs));
    const fresh = ids.map((id): BlobKey => `${id}/original`).filter((key) => !known.has(key));
    await eachKey(fresh, async (key) => {
      if (await copyOut(blobs, place, key)) known.add(key);
    });
  };
}

import { type Upload, isOver } from "./upload-list.ts";
import { type StoredUpload, transact } from "./upload-store.ts";

/** A copy that its owner has not come back for is deleted after a week. */
const lifeMs = 7 * 24 * 3600 * 1000;
/** A tab that holds an upload writes every two seconds. One that is silent for longer than this is asleep or gone. */
const maxSilenceMs = 10_000;

export const isStale = ({ writtenAt }: StoredUpload, now = Date.now()): boolean => now - writtenAt > maxSilenceMs;

/** Returns someone's uploads, sorted. Rejects when the browser cannot read them now. */
export async function findStoredUploads(userId: string, now = Date.now()): Promise<readonly StoredUpload[]> {
  const rows = await transact("readonly", (transaction) => transaction.objectStore("uploads").getAll());
  const old = rows.filter(({ order }) => order < now - lifeMs);
  if (old.length > 0) await deleteUploads(old.map(({ id }) => id));
  return rows
    .filter((row) => row.userId === userId && !old.includes(row))
    .map(withState)
    .toSorted((a, b) => a.order - b.order);
}

/** Uploads that version 1.0.0 left in a browser lack these. */
const sinceStates = { state: { kind: "waiting" }, writtenAt: 0 } as const;
const withState = (row: StoredUpload): StoredUpload => ({ ...sinceStates, ...row });

/** Returns the copy of a file; undefined when the browser has lost it. Rejects when the browser cannot read it now. */
export const findStoredFile = (id: string): Promise<Blob | undefined> =>
  transact("readonly", (transaction) => transaction.objectStore("files").get(id));

/**
 * Stores an upload and a copy of its file. `row` is called when the copy is written; it returns undefined if that is no longer wanted.
 * Returns false when nothing was stored: the device has no room, or the browser no IndexedDB.
 */
export async function storeUpload(row: () => StoredUpload | undefined, file: Blob): Promise<boolean> {
  try {
    askToPersist();
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate()) ?? {};
    if (quota - usage < file.size) return false;
    return await transact("readwrite", async (transaction) => {
      const stored = row();
      if (!stored) return false;
      await Promise.all([
        transaction.objectStore("files").put(file, stored.id),
        transaction.objectStore("uploads").put(stored),
      ]);
      return true;
    });
  } catch {
    return false;
  }
}

let hasAsked = false;

/** Otherwise the browser may delete everything when the disk is full. */
function askToPersist(): void {
  if (hasAsked) return;
  hasAsked = true;
  // Some browsers ask the person, who may take their time.
  void navigator.storage?.persist().catch(() => false);
}

/**
 * Makes `tab` the tab that holds an upload, and queues the upload. Returns false when it may not: unless the lock was free, the upload
 * must be over, or its tab silent for ten seconds.
 */
export const claimUpload = (id: string, tab: string, wasFree: boolean, now = Date.now()): Promise<boolean> =>
  transact(
    "readwrite",
    async (transaction) => {
      const rows = transaction.objectStore("uploads");
      const found = await rows.get(id);
      const row = found && withState(found);
      if (!row || row.state.kind === "done") return false;
      if (!wasFree && !isOver(row) && row.tab !== tab && !isStale(row, now)) return false;
      await rows.put({ ...row, state: { kind: "waiting" }, tab, writtenAt: now });
      return true;
    },
    { durability: "relaxed" },
  );

/** Writes how uploads stand. Those that were deleted meanwhile, or that another tab holds, stay as they are. */
export const saveUploads = (uploads: readonly Upload[], tab: string, now = Date.now()): Promise<void> =>
  transact(
    "readwrite",
    async (transaction) => {
      const rows = transaction.objectStore("uploads");
      for (const { id, state, address, isSent, zipAt } of uploads) {
        const row = await rows.get(id);
        if (row?.tab !== tab) continue;
        await rows.put({ ...row, state, address, isSent, zipAt, writtenAt: now });
        if (state.kind === "done") await transaction.objectStore("files").delete(id);
      }
    },
    { durability: "relaxed" },
  );

export const deleteUploads = (ids: readonly string[]): Promise<void> =>
  transact("readwrite", async (transaction) => {
    for (const id of ids) {
      await transaction.objectStore("uploads").delete(id);
      await transaction.objectStore("files").delete(id);
    }
  });

/** Deletes everything that someone has chosen from this device. */
export const deleteUploadsOf = (userId: string): Promise<void> =>
  transact("readwrite", async (transaction) => {
    for (const row of await transaction.objectStore("uploads").getAll())
      if (row.userId === userId) {
        await transaction.objectStore("uploads").delete(row.id);
        await transaction.objectStore("files").delete(row.id);
      }
  });

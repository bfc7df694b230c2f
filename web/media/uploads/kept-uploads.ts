import { toForget } from "./to-forget.ts";
import { type KeptUpload, transact } from "./upload-store.ts";

/** What nobody came back for is forgotten. */
const lifeMs = 7 * 24 * 3600 * 1000;

/** Keeps an upload and a copy of its file; false when there is no room, or nowhere to keep it. */
export async function keepUpload(upload: KeptUpload, file: Blob): Promise<boolean> {
  try {
    askToStay();
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate()) ?? {};
    if (quota - usage < file.size) return false;
    await transact("readwrite", (transaction) =>
      Promise.all([
        transaction.objectStore("files").put(file, upload.id),
        transaction.objectStore("uploads").put(upload),
      ]),
    );
    return true;
  } catch {
    return false;
  }
}

let hasAsked = false;

/** Otherwise the browser may throw it all away when the disk is full. */
function askToStay(): void {
  if (hasAsked) return;
  hasAsked = true;
  // Some browsers ask the person, who may take their time.
  void navigator.storage?.persist().catch(() => false);
}

/** Notes how an upload stands, if it is kept. */
export async function noteUpload(id: string, change: Partial<KeptUpload>): Promise<void> {
  await transact("readwrite", async (transaction) => {
    const rows = transaction.objectStore("uploads");
    const row = await rows.get(id);
    if (row) await rows.put({ ...row, ...change });
  }).catch(() => undefined);
}

/** Takes uploads off this device; what cannot be reached now is never answered again, and goes later. */
export async function forgetUploads(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const id of ids) toForget.noteOne(id);
  try {
    await transact("readwrite", (transaction) =>
      Promise.all(
        ids.flatMap((id) => [
          transaction.objectStore("uploads").delete(id),
          transaction.objectStore("files").delete(id),
        ]),
      ),
    );
    for (const id of ids) toForget.strikeOne(id);
  } catch {
    // It stays noted.
  }
}

/** Takes all that someone has chosen off this device, as `forgetUploads` does. */
export async function forgetAllUploads(userId: string): Promise<void> {
  // Of those chosen together the last ones carry a fraction of a millisecond more.
  toForget.noteAll(userId, Date.now() + 1);
  // What is noted is forgotten on the way.
  await keptUploads(userId).catch(() => []);
}

/** What is kept for someone, in order. Rejects when the browser cannot look just now. */
export async function keptUploads(userId: string, now = Date.now()): Promise<readonly KeptUpload[]> {
  const all = await transact("readonly", (transaction) => transaction.objectStore("uploads").getAll());
  const old = all.filter((upload) => upload.order < now - lifeMs || toForget.has(upload));
  await forgetUploads(old.map(({ id }) => id));
  // Each of them is noted by itself now, or gone.
  toForget.strikeAll(userId);
  return all
    .filter((upload) => upload.userId === userId && !old.includes(upload))
    .toSorted((a, b) => a.order - b.order);
}

/** The copy of a file; undefined when the browser has lost it. Rejects when it cannot look just now. */
export const keptFile = (id: string): Promise<Blob | undefined> =>
  transact("readonly", (transaction) => transaction.objectStore("files").get(id));

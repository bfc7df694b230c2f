import { oneAtATime } from "../../core/one-at-a-time.ts";
import { sendWaiting } from "./send-waiting.ts";
import { claimUpload, findStoredUploads, isStale } from "./stored-uploads.ts";
import type { TabState } from "./tab-state.ts";
import { type Upload, isOver } from "./upload-list.ts";
import { takeUploadLock } from "./upload-lock.ts";

/** How often a tab checks whether the tab that holds an upload has closed or sleeps. */
const lookMs = 5000;

/** Keeps the list as IndexedDB has it, and takes the uploads that no tab holds. Returns a function that does so at once. */
export function recoverUploads(tab: TabState): () => Promise<void> {
  const { userId, list, held, removed, openedAt, find, release, announce, hear } = tab;
  let mustLook = true;

  const look = oneAtATime(async () => {
    const before = list.current().filter(({ id, isStored }) => isStored === true && held.has(id));
    mustLook = true;
    const rows = (await findStoredUploads(userId)).filter(({ id }) => !removed.has(id));
    mustLook = false;
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    // Another tab has removed these, or taken them.
    for (const { id } of before) if (rowOf.get(id)?.tab !== tab.id) release(id);
    const own = list.current().filter(({ id, isStored }) => held.has(id) || isStored !== true);
    for (const { id } of own) rowOf.delete(id);
    const others = [...rowOf.values()]
      // Uploads that were done before this page opened are of no interest to it.
      .filter(({ state, writtenAt }) => state.kind !== "done" || writtenAt >= openedAt)
      .map((row): Upload => ({ ...row, isStored: true, file: find(row.id)?.file }));
    list.set([...own, ...others].toSorted((a, b) => a.order - b.order));
    const free = [...rowOf.values()].filter((row) => !isOver(row));
    // A hidden tab may be asleep next, so it leaves sleeping tabs to the one that is seen.
    const taken = await Promise.all(free.map((row) => take(tab, row.id, isStale(row) && !document.hidden)));
    if (taken.includes(true)) announce();
    sendWaiting(tab);
  });

  hear(() => void look());
  document.addEventListener("visibilitychange", () => void look());
  setInterval(() => {
    if (mustLook || list.current().some((upload) => !isOver(upload) && !held.has(upload.id))) void look();
  }, lookMs);
  return look;
}

async function take({ locks, id: tab, held, removed, change, release }: TabState, id: string, maySteal: boolean) {
  const onLost = () => release(id);
  const lock =
    (await takeUploadLock(locks, id, { steal: false, onLost })) ??
    (maySteal ? await takeUploadLock(locks, id, { steal: true, onLost }) : undefined);
  if (!lock) return false;
  const isClaimed = await claimUpload(id, tab, lock.wasFree).catch(() => false);
  if (isClaimed && !removed.has(id)) {
    held.set(id, { release: lock.release });
    change(id, { state: { kind: "waiting" } });
    return true;
  }
  lock.release();
  return false;
}

/** Queues a failed upload again, in this tab. */
export async function retry(tab: TabState, id: string): Promise<void> {
  const { held, find, change, save } = tab;
  const { state, isStored } = find(id) ?? {};
  if (state?.kind !== "failed" || !state.mayRetry || held.has(id)) return;
  if (isStored === true) await take(tab, id, false);
  else {
    held.set(id, {});
    change(id, { state: { kind: "waiting" } });
  }
  void save();
  sendWaiting(tab);
}

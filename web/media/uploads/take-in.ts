import { askKnown } from "./ask-known.ts";
import { sendWaiting, sumOf, tellState } from "./send-waiting.ts";
import { storeUpload } from "./stored-uploads.ts";
import type { Held, TabState } from "./tab-state.ts";
import { type Upload, isOver } from "./upload-list.ts";
import { takeUploadLock } from "./upload-lock.ts";

/** Takes what was chosen in this tab. Sending begins at once, from the file itself. */
export function takeIn(tab: TabState, added: readonly Upload[]): void {
  const { list, held } = tab;
  const waiting = added.filter((upload) => !isOver(upload));
  for (const { id } of waiting) held.set(id, {});
  list.set([...list.current(), ...added]);
  for (const upload of waiting) void skipIfKnown(tab, upload);
  void storeAll(tab, waiting);
  sendWaiting(tab);
}

/** A file that the trip or squad has already need not wait for its turn. */
async function skipIfKnown(tab: TabState, { id, file, scope }: Upload): Promise<void> {
  const mine = tab.held.get(id);
  if (!mine || !file) return;
  const sum = await sumOf(mine, file);
  const isKnown = sum !== undefined && (await askKnown(scope, sum).catch(() => false));
  if (isKnown && tab.find(id)?.state.kind === "waiting") tellState(tab, id, mine, { kind: "done", isDuplicate: true });
}

/** One after the other, because copying takes the disk that sending reads from. */
async function storeAll(tab: TabState, added: readonly Upload[]): Promise<void> {
  for (const { id, file } of added) {
    const mine = tab.held.get(id);
    if (mine && file) await (mine.storing = store(tab, id, file, mine));
  }
}

async function store(tab: TabState, id: string, file: Blob, mine: Held): Promise<void> {
  const { locks, held, userId, find, change, release, save } = tab;
  const lock = await takeUploadLock(locks, id, { steal: false, onLost: () => release(id) });
  if (held.get(id) !== mine) return lock?.release();
  if (lock) mine.release = lock.release;
  const row = () => {
    const upload = find(id);
    if (!upload || isOver(upload)) return undefined;
    const { file: _, isStored: __, ...stored } = upload;
    return { ...stored, userId, tab: tab.id, writtenAt: Date.now() };
  };
  const isStored = await storeUpload(row, file);
  change(id, { isStored });
  // The upload went on meanwhile.
  void save();
}

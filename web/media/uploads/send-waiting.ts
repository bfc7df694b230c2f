import { stayAwake } from "../stay-awake.ts";
import { hashFile } from "./hash-file.ts";
import { sendUpload } from "./send-upload.ts";
import type { Held, TabState } from "./tab-state.ts";
import { type ResumePoint, type Upload, type UploadState, isOver } from "./upload-list.ts";

/** Starts as many of the waiting uploads that this tab holds as the connection carries at once. */
export function sendWaiting(tab: TabState): void {
  const { list, held, connection } = tab;
  const sending = () => [...held.values()].filter((mine) => mine.sending).length;
  const max = connection.maxSending(sending());
  for (const upload of list.current()) {
    if (sending() >= max) break;
    const mine = held.get(upload.id);
    if (mine && !mine.sending && upload.state.kind === "waiting") void start(tab, upload, mine);
  }
  stayAwake("uploads", sending() > 0);
}

async function start(tab: TabState, upload: Upload, mine: Held): Promise<void> {
  const { find, change, save } = tab;
  const { id } = upload;
  const { signal } = (mine.sending = new AbortController());
  const remember = (point: ResumePoint) => {
    change(id, point);
    void save();
  };
  try {
    await sendUpload(upload, {
      signal,
      tell: (state) => tellState(tab, id, mine, state),
      send(file, tell) {
        const sum = { find: () => sumOf(mine, file), forget: () => void (mine.sum = undefined) };
        return tab.send({ upload: find(id) ?? upload, file, sum, tell, remember, signal });
      },
      async hasCopy() {
        await mine.storing;
        return find(id)?.isStored === true;
      },
      useCopy(file) {
        mine.sum = undefined;
        change(id, { file });
      },
    });
  } catch {
    // It was removed, or another tab took it.
  } finally {
    mine.sending = undefined;
    sendWaiting(tab);
  }
}

/** Shows and saves how an upload stands, if this tab still holds it as `mine`. */
export function tellState(
  { held, connection, find, change, save, isSaveDue }: TabState,
  id: string,
  mine: Held,
  state: UploadState,
): void {
  const before = find(id);
  if (!before || held.get(id) !== mine) return;
  if (state.kind === "sending" && before.state.kind === "sending")
    connection.addBytes(Math.max(0, state.share - before.state.share) * before.size);
  if (state.kind === "pausing") connection.addBreak();
  change(id, { state });
  if (isOver({ state }) || isSaveDue()) void save();
}

/** The file's SHA-256, which is computed once. */
export const sumOf = (mine: Held, file: Blob): Promise<string | undefined> => (mine.sum ??= hashFile(file));

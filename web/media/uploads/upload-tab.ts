// Decision 026: why each upload has a lock of its own, and why tabs share IndexedDB and one message.
import { api } from "../../core/api.ts";
import { retryDelay } from "../../core/retry-delay.ts";
import type { Store } from "../../ui/store.ts";
import { stayAwake } from "../stay-awake.ts";
import { askKnown } from "./ask-known.ts";
import { measureConnection } from "./connection-speed.ts";
import { hashFile } from "./hash-file.ts";
import { newId } from "./new-id.ts";
import { sendUpload } from "./send-upload.ts";
import {
  claimUpload,
  deleteUploads,
  deleteUploadsOf,
  findStoredUploads,
  isStale,
  saveUploads,
  storeUpload,
} from "./stored-uploads.ts";
import { type ResumePoint, type Upload, type UploadState, isOver } from "./upload-list.ts";
import { takeUploadLock } from "./upload-lock.ts";
import { wait } from "../../ui/wait.ts";

/** Sends one file until it has arrived or failed; rejects with the reason of `signal`. */
export type SendFile = (job: {
  readonly upload: Upload;
  readonly file: Blob;
  /** The file's SHA-256, which is computed once. */
  readonly sum: { readonly find: () => Promise<string | undefined>; readonly forget: () => void };
  readonly tell: (state: UploadState) => void;
  readonly remember: (point: ResumePoint) => void;
  readonly signal: AbortSignal;
}) => Promise<void>;

/** An upload that this tab holds: other tabs do not send it. */
interface Held {
  release?: () => void;
  /** Set while the upload is sent. */
  sending?: AbortController | undefined;
  /** Resolves when the copy is written, or cannot be. */
  storing?: Promise<void>;
  sum?: Promise<string | undefined> | undefined;
}

/** How often a tab writes that it still holds its uploads, and how far they are. */
const saveMs = 2000;
/** How often a tab checks whether the tab that holds an upload has closed or sleeps. */
const lookMs = 5000;

/**
 * Opens the upload queue of one tab. It sends the uploads that this tab holds, some at a time. `list` shows all uploads of `userId`, as
 * the tabs store them in IndexedDB.
 */
export function openUploadTab(userId: string, list: Store<readonly Upload[]>, send: SendFile) {
  const { locks } = navigator as { locks?: LockManager };
  const tab = newId();
  const openedAt = Date.now();
  const held = new Map<string, Held>();
  /** Ids that this tab removed, also while IndexedDB could not be reached. */
  const removed = new Set<string>();
  const connection = measureConnection();
  const channel = new BroadcastChannel("uploads");
  let savedAt = 0;
  let mustLook = true;

  const find = (id: string) => list.current().find((upload) => upload.id === id);
  const change = (id: string, with_: Partial<Upload>) =>
    list.set(list.current().map((upload) => (upload.id === id ? { ...upload, ...with_ } : upload)));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its origin alone
  const announce = () => channel.postMessage("changed");

  /** Reads how all uploads stand, and takes those that no tab holds. */
  const look = oneAtATime(async () => {
    const before = list.current().filter(({ id, isStored }) => isStored === true && held.has(id));
    mustLook = true;
    const rows = (await findStoredUploads(userId)).filter(({ id }) => !removed.has(id));
    mustLook = false;
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    // Another tab has removed these, or taken them.
    for (const { id } of before) if (rowOf.get(id)?.tab !== tab) release(id);
    const own = list.current().filter(({ id, isStored }) => held.has(id) || isStored !== true);
    for (const { id } of own) rowOf.delete(id);
    const others = [...rowOf.values()]
      // Uploads that were done before this page opened are of no interest to it.
      .filter(({ state, writtenAt }) => state.kind !== "done" || writtenAt >= openedAt)
      .map((row): Upload => ({ ...row, isStored: true, file: find(row.id)?.file }));
    list.set([...own, ...others].toSorted((a, b) => a.order - b.order));
    const free = [...rowOf.values()].filter((row) => !isOver(row));
    // A hidden tab may be asleep next, so it leaves sleeping tabs to the one that is seen.
    const taken = await Promise.all(free.map((row) => take(row.id, isStale(row) && !document.hidden)));
    if (taken.includes(true)) announce();
    next();
  });

  async function take(id: string, maySteal: boolean): Promise<boolean> {
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

  function release(id: string): void {
    const mine = held.get(id);
    held.delete(id);
    mine?.sending?.abort();
    mine?.release?.();
  }

  /** Writes how the uploads of this tab stand, and lets go of those that are over. */
  const save = oneAtATime(async () => {
    savedAt = performance.now();
    const mine = list.current().filter(({ id, isStored }) => isStored === true && held.has(id));
    if (mine.length > 0) {
      await saveUploads(mine, tab);
      announce();
    }
    for (const upload of list.current())
      if (isOver(upload) && (upload.isStored === false || mine.includes(upload))) release(upload.id);
  });

  /** Takes what was chosen in this tab. Sending begins at once, from the file itself. */
  function add(added: readonly Upload[]): void {
    const waiting = added.filter((upload) => !isOver(upload));
    for (const { id } of waiting) held.set(id, {});
    list.set([...list.current(), ...added]);
    for (const upload of waiting) void skipIfKnown(upload);
    void storeAll(waiting);
    next();
  }

  /** One after the other, because copying takes the disk that sending reads from. */
  async function storeAll(added: readonly Upload[]): Promise<void> {
    for (const { id, file } of added) {
      const mine = held.get(id);
      if (mine && file) await (mine.storing = store(id, file, mine));
    }
  }

  async function store(id: string, file: Blob, mine: Held): Promise<void> {
    const lock = await takeUploadLock(locks, id, { steal: false, onLost: () => release(id) });
    if (held.get(id) !== mine) return lock?.release();
    if (lock) mine.release = lock.release;
    const row = () => {
      const upload = find(id);
      if (!upload || isOver(upload)) return undefined;
      const { file: _, isStored: __, ...stored } = upload;
      return { ...stored, userId, tab, writtenAt: Date.now() };
    };
    const isStored = await storeUpload(row, file);
    change(id, { isStored });
    // The upload went on meanwhile.
    void save();
  }

  /** A file that the trip or squad has already need not wait for its turn. */
  async function skipIfKnown({ id, file, scope }: Upload): Promise<void> {
    const mine = held.get(id);
    if (!mine || !file) return;
    const sum = await sumOf(mine, file);
    const isKnown = sum !== undefined && (await askKnown(scope, sum).catch(() => false));
    if (isKnown && find(id)?.state.kind === "waiting") tell(id, mine, { kind: "done", isDuplicate: true });
  }

  const sumOf = (mine: Held, file: Blob) => (mine.sum ??= hashFile(file));

  function tell(id: string, mine: Held, state: UploadState): void {
    const before = find(id);
    if (!before || held.get(id) !== mine) return;
    if (state.kind === "sending" && before.state.kind === "sending")
      connection.addBytes(Math.max(0, state.share - before.state.share) * before.size);
    if (state.kind === "pausing") connection.addBreak();
    change(id, { state });
    if (isOver({ state }) || performance.now() - savedAt > saveMs) void save();
  }

  function next(): void {
    const sending = () => [...held.values()].filter((mine) => mine.sending).length;
    const max = connection.maxSending(sending());
    for (const upload of list.current()) {
      if (sending() >= max) break;
      const mine = held.get(upload.id);
      if (mine && !mine.sending && upload.state.kind === "waiting") void start(upload, mine);
    }
    stayAwake("uploads", sending() > 0);
  }

  async function start(upload: Upload, mine: Held): Promise<void> {
    const { id } = upload;
    const { signal } = (mine.sending = new AbortController());
    const remember = (point: ResumePoint) => {
      change(id, point);
      void save();
    };
    try {
      await sendUpload(upload, {
        signal,
        tell: (state) => tell(id, mine, state),
        send(file, tell) {
          const sum = { find: () => sumOf(mine, file), forget: () => void (mine.sum = undefined) };
          return send({ upload: find(id) ?? upload, file, sum, tell, remember, signal });
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
      next();
    }
  }

  /** Takes uploads off the list and their copies off this device. */
  function remove(ids: readonly string[]): void {
    const stored = ids.filter((id) => find(id)?.isStored !== false);
    takeOff(ids);
    void forget(stored);
    next();
  }

  function takeOff(ids: readonly string[]): void {
    for (const id of ids) {
      removed.add(id);
      release(id);
      const upload = find(id);
      const pieces = /^\/api\/uploads\/([0-9a-f-]{36})$/.exec(upload?.address ?? "")?.[1];
      if (pieces && upload?.state.kind !== "done")
        void api("DELETE /api/uploads/:id", { params: { id: pieces }, keepsPage: true }).catch(() => undefined);
    }
    list.set(list.current().filter(({ id }) => !ids.includes(id)));
  }

  async function forget(ids: readonly string[]): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        await deleteUploads(ids);
        return announce();
      } catch {
        await wait(retryDelay(tries));
      }
    }
  }

  channel.addEventListener("message", () => void look());
  document.addEventListener("visibilitychange", () => void look());
  setInterval(() => held.size > 0 && void save(), saveMs);
  setInterval(() => {
    if (mustLook || list.current().some((upload) => !isOver(upload) && !held.has(upload.id))) void look();
  }, lookMs);

  return {
    add,
    remove,
    /** Resolves when the list shows what IndexedDB has. */
    look,
    /** Queues a failed upload again, in this tab. */
    async retry(id: string): Promise<void> {
      const { state, isStored } = find(id) ?? {};
      if (state?.kind !== "failed" || !state.mayRetry || held.has(id)) return;
      if (isStored === true) await take(id, false);
      else {
        held.set(id, {});
        change(id, { state: { kind: "waiting" } });
      }
      void save();
      next();
    },
    /** Removes everything of this person. Rejects when the copies cannot be deleted now. */
    async removeAll(): Promise<void> {
      const all = list.current();
      takeOff(all.map(({ id }) => id));
      try {
        await deleteUploadsOf(userId);
      } catch (error) {
        if (all.some(({ isStored }) => isStored === true)) throw error;
      }
      announce();
    },
  };
}

/** Makes `work` run one at a time: calls during a run share the next run. A run that fails is left to the next call. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () =>
    (next ??= last = last
      .then(() => {
        next = undefined;
        return work();
      })
      .catch(() => undefined));
}

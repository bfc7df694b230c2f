// Decision 026: why uploads continue after a reload or a lost connection.
import { api } from "../../core/api.ts";
import { askKnown } from "./ask-known.ts";
import { hashFile } from "./hash-file.ts";
import { forgetUploads, keepUpload, keptFile, keptUploads, noteUpload } from "./kept-uploads.ts";
import { adapt, freshLine, pauseAfter } from "./line.ts";
import { toForget } from "./to-forget.ts";
import { unreadable } from "./put-bytes.ts";
import { stayAwake } from "../stay-awake.ts";
import { type Upload, type UploadState, isOver, uploads } from "./upload-list.ts";
import { type Begun, uploadOne } from "./upload-one.ts";
import { pause, portsFor } from "./upload-ports.ts";
import type { KeptUpload } from "./upload-store.ts";

/** What all tabs are asked to do, each with what it has. Files never travel: what is chosen is kept where every tab finds it. */
export type UploadCommand =
  /** Something new is kept. */
  | { readonly kind: "look" | "retry"; readonly id: string }
  | { readonly kind: "remove"; readonly ids: readonly string[] }
  /** Remove all that a tab knows of. */
  | { readonly kind: "abandon" };

/** How often the line is judged. */
const judgeMs = 3000;

const idOf = ({ id }: Upload) => id;
const isLost = (state: UploadState) => state.kind === "failed" && state.sentence === unreadable().message;

/**
 * Sends what is on the list, for one person: all of it in the tab that leads, elsewhere what was chosen there and cannot be kept.
 * `handOver` tells the tab that leads of something new that is kept, and resolves once it has that.
 */
export function openSender(userId: string, handOver: (id: string) => Promise<unknown>) {
  let isLeading = false;
  let isRestored = false;
  /** Taken off the list: what was read before that does not bring it back. */
  const removed = new Set<string>();
  /** What the tab that leads has on its list. */
  const handed = new Set<string>();
  const running = new Map<string, AbortController>();
  const begun = new Map<string, Begun>();
  const keeping = new Map<string, Promise<unknown>>();
  let line = freshLine;
  let carried = 0;
  let judgedAt = performance.now();

  const sums = new Map<string, Promise<string | undefined>>();
  const sumOf = (id: string, file: Blob) => {
    const sum = sums.get(id) ?? hashFile(file);
    sums.set(id, sum);
    return sum;
  };

  const change = (id: string, with_: Partial<Upload>) =>
    uploads.change((list) => list.map((upload) => (upload.id === id ? { ...upload, ...with_ } : upload)));

  const isRunning = (id: string) => running.get(id)?.signal.aborted === false;
  const isHereAlone = (upload: Upload) => upload.file !== undefined && upload.isKept !== true;
  const isMine = (upload: Upload) =>
    isLeading ? isRestored || (upload.file && !handed.has(upload.id)) : isHereAlone(upload) && upload.isKept === false;

  /** Sends from now on, after what was kept when a page went away. */
  async function lead(): Promise<void> {
    isLeading = true;
    isRestored = false;
    next();
    await restore(0);
  }

  async function restore(tries: number): Promise<void> {
    const kept = await keptUploads(userId).catch(() => undefined);
    if (!isLeading || isRestored) return;
    if (!kept) {
      setTimeout(() => void restore(tries + 1), pauseAfter(tries, Math.random()));
      return;
    }
    isRestored = true;
    const ids = new Set(kept.map(({ id }) => id));
    // What another tab had, and is kept no more, came to its end there: it was sent, or called off.
    const isEnded = ({ id, isKept }: Upload) => isKept === true && handed.has(id) && !ids.has(id);
    uploads.change((list) => list.filter((upload) => isOver(upload) || isRunning(upload.id) || !isEnded(upload)));
    // Another tab was at it and has closed, or sleeps.
    uploads.change((list) =>
      list.map((upload) =>
        isOver(upload) || isRunning(upload.id) ? upload : { ...upload, state: { kind: "waiting" } },
      ),
    );
    adopt(kept, "before");
  }

  /** Puts on the list what is kept and not there yet, or only as something that was lost. */
  function adopt(kept: readonly KeptUpload[], where: "before" | "after"): void {
    const known = new Set(uploads.current().flatMap((upload) => (isLost(upload.state) ? [] : upload.id)));
    const fresh = kept.filter(({ id }) => !known.has(id) && !removed.has(id));
    for (const { id, address, isSent } of kept) if (!isRunning(id)) begun.set(id, { address, isSent });
    const restored = fresh.map(({ id, name, type, size, scope, failure }): Upload => {
      const state: UploadState = failure ? { kind: "failed", ...failure } : { kind: "waiting" };
      return { id, name, type, size, scope, state, isKept: true };
    });
    const ids = new Set(kept.map(({ id }) => id));
    const instead = new Set(restored.map(idOf));
    uploads.change((list) => {
      const others = list
        .filter(({ id }) => !instead.has(id))
        .map((upload) => (ids.has(upload.id) ? { ...upload, isKept: true } : upload));
      return where === "before" ? [...restored, ...others] : [...others, ...restored];
    });
    next();
  }

  /** Another tab sends from now on; here goes on what only this one has. */
  function follow(): void {
    isLeading = false;
    for (const upload of uploads.current()) {
      if (upload.isKept === true) handed.add(upload.id);
      if (upload.isKept !== false) running.get(upload.id)?.abort();
      // Who sends it is decided once it is kept, or cannot be.
      if (upload.isKept === undefined && !isOver(upload)) tell(upload.id, { kind: "waiting" });
    }
    next();
  }

  /** The list of the tab that leads, and what it does not know of. */
  function show(news: readonly Upload[]): void {
    for (const { id } of news) handed.add(id);
    uploads.change((list) => {
      const mine = list.filter((upload) => isHereAlone(upload) || (upload.file && !handed.has(upload.id)));
      const hidden = new Set([...mine.map(({ id }) => id), ...removed]);
      const files = new Map(list.map(({ id, file }) => [id, file]));
      const theirs = news.filter(({ id }) => !hidden.has(id));
      return [...theirs.map((upload) => ({ ...upload, file: files.get(upload.id) })), ...mine];
    });
  }

  /** Takes what was chosen in this tab. */
  function add(added: readonly Upload[]): void {
    uploads.change((list) => [...list, ...added]);
    const waiting = added.filter((upload) => upload.state.kind === "waiting");
    if (isLeading) for (const upload of waiting) void lookUp(upload);
    void keepAll(waiting);
    next();
  }

  async function perform(command: UploadCommand): Promise<void> {
    if (command.kind === "look") await lookAt(command.id);
    else if (command.kind === "retry") retry(command.id);
    else for (const id of command.kind === "remove" ? command.ids : uploads.current().map(idOf)) remove(id);
    next();
  }

  async function lookAt(id: string): Promise<void> {
    if (!isLeading) return;
    const kept = (await keptUploads(userId)).filter((upload) => upload.id === id);
    if (!isLeading) return;
    adopt(kept, "after");
    for (const upload of uploads.current()) if (upload.id === id) void lookUp(upload);
  }

  function retry(id: string): void {
    const { state } = uploads.current().find((upload) => upload.id === id) ?? {};
    if (state?.kind !== "failed" || !state.mayRetry) return;
    tell(id, { kind: "waiting" });
    void noteUpload(id, { failure: undefined });
  }

  /** What is there already need not wait for its turn. */
  async function lookUp({ id, file: own, scope }: Upload): Promise<void> {
    const file = own ?? (await keptFile(id).catch(() => undefined));
    const sum = file && (await sumOf(id, file));
    const isKnown = sum !== undefined && (await askKnown(scope, sum).catch(() => false));
    const now = uploads.current().find((upload) => upload.id === id);
    if (isKnown && now?.state.kind === "waiting") tell(id, { kind: "done", isDuplicate: true });
  }

  /** One after the other: copying takes the disk that sending reads from. */
  async function keepAll(added: readonly Upload[]): Promise<void> {
    const now = Date.now();
    for (const [n, { id, name, type, size, scope, file }] of added.entries()) {
      if (!file || !uploads.current().some((upload) => upload.id === id && !isOver(upload))) continue;
      const record = { id, userId, order: now + n / 1000, name, type, size, scope, ...begun.get(id) };
      const keep = keepUpload(record, file);
      keeping.set(id, keep);
      const isKept = await keep;
      keeping.delete(id);
      change(id, { isKept });
      // It went on meanwhile.
      void noteUpload(id, begun.get(id) ?? {});
      if (isLeading) continue;
      if (isKept) void handOver(id).then(() => handed.add(id));
      else next();
    }
  }

  async function forget(id: string): Promise<void> {
    begun.delete(id);
    sums.delete(id);
    toForget.noteOne(id);
    await keeping.get(id);
    await forgetUploads([id]);
  }

  function remove(id: string): void {
    removed.add(id);
    running.get(id)?.abort();
    const { address } = begun.get(id) ?? {};
    const isWhole = uploads.current().some((upload) => upload.id === id && upload.state.kind === "done");
    const pieces = /^\/api\/uploads\/([0-9a-f-]{36})$/.exec(address ?? "")?.[1];
    if (pieces && !isWhole) void api("DELETE /api/uploads/:id", { params: { id: pieces } }).catch(() => undefined);
    uploads.change((list) => list.filter((upload) => upload.id !== id));
    void forget(id);
  }

  function tell(id: string, state: UploadState): void {
    const before = uploads.current().find((upload) => upload.id === id);
    if (!before) return;
    if (state.kind === "sending" && before.state.kind === "sending")
      carried += Math.max(0, state.share - before.state.share) * before.size;
    if (state.kind === "pausing") judge(true);
    change(id, { state });
    if (state.kind === "done") void forget(id);
    if (state.kind === "failed")
      void noteUpload(id, { failure: { sentence: state.sentence, mayRetry: state.mayRetry } });
  }

  function judge(broke: boolean): void {
    const now = performance.now();
    if (!broke && (now - judgedAt < judgeMs || running.size < line.atOnce)) return;
    line = adapt(line, { rate: (carried / (now - judgedAt)) * 1000, broke });
    carried = 0;
    judgedAt = now;
  }

  function next(): void {
    judge(false);
    for (const upload of uploads.current()) {
      if (running.size >= line.atOnce) break;
      if (isMine(upload) && upload.state.kind === "waiting" && !running.has(upload.id)) void start(upload);
    }
    stayAwake("uploads", running.size > 0);
  }

  /** The copy of a file; undefined when there is none. The system may have closed the store, and opens it again. */
  async function copyOf(id: string, signal: AbortSignal): Promise<Blob | undefined> {
    for (let tries = 0; ; tries += 1) {
      try {
        const copy = await keptFile(id);
        signal.throwIfAborted();
        return copy;
      } catch {
        signal.throwIfAborted();
        if (uploads.current().some((upload) => upload.id === id && upload.isKept !== true)) return undefined;
        tell(id, { kind: "pausing", sentence: "The copy on this device cannot be read just now.", share: 0 });
        await pause(pauseAfter(tries, Math.random()), signal);
      }
    }
  }

  async function start(upload: Upload): Promise<void> {
    const { id } = upload;
    const stopping = new AbortController();
    running.set(id, stopping);
    try {
      const file = upload.file ?? (await copyOf(id, stopping.signal));
      if (!file) return tell(id, { kind: "failed", sentence: unreadable().message, mayRetry: false });
      if (!upload.file) change(id, { file });
      const remember = (how: Begun) => {
        begun.set(id, how);
        void noteUpload(id, how);
      };
      const send = (bytes: Blob, told: (state: UploadState) => void) => {
        const sumOfIt = { find: () => sumOf(id, bytes), forget: () => sums.delete(id) };
        const ports = portsFor(upload, bytes, sumOfIt, userId, remember);
        return uploadOne(ports, told, stopping.signal, begun.get(id));
      };
      let lost: UploadState | undefined;
      await send(file, (state) => (isLost(state) ? (lost = state) : tell(id, state)));
      if (!lost) return;
      // It was moved or deleted meanwhile; its copy is still here.
      await keeping.get(id);
      const copy = await copyOf(id, stopping.signal);
      if (!copy) return tell(id, lost);
      change(id, { file: copy });
      sums.delete(id);
      await send(copy, (state) => tell(id, state));
    } catch {
      // Cancelled: it is off the list already.
    } finally {
      running.delete(id);
      next();
    }
  }

  return { lead, follow, show, add, perform };
}

import { api } from "../../api.ts";
import { askKnown } from "./ask-known.ts";
import { hashFile } from "./hash-file.ts";
import { forgetUploads, keepUpload, keptFile, keptUploads, noteUpload } from "./kept-uploads.ts";
import { adapt, freshLine } from "./line.ts";
import { unreadable } from "./put-bytes.ts";
import { stayAwake } from "../stay-awake.ts";
import { type Upload, type UploadState, isOver, uploads } from "./upload-list.ts";
import { type Begun, uploadOne } from "./upload-one.ts";
import { portsFor } from "./upload-ports.ts";

/** What the tab that sends is asked to do. */
export type UploadCommand =
  | { readonly kind: "add"; readonly added: readonly Upload[] }
  | { readonly kind: "remove" | "retry"; readonly id: string }
  | { readonly kind: "clear" };

/** How often the line is judged. */
const judgeMs = 3000;

const isLost = (state: UploadState) => state.kind === "failed" && state.sentence === unreadable().message;

/** Sends what is on the list, for one person, in the one tab that does. */
export function openSender(userId: string) {
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

  /** Brings back what was kept when the page went away, before what is new. */
  async function restore(): Promise<void> {
    const kept = await keptUploads(userId);
    const known = new Set(uploads.current().map(({ id }) => id));
    for (const { id, address, isSent } of kept) begun.set(id, { address, isSent });
    const restored = kept.map(({ id, name, type, size, scope, failure }): Upload => {
      const state: UploadState = failure ? { kind: "failed", ...failure } : { kind: "waiting" };
      return { id, name, type, size, scope, state, isKept: true };
    });
    uploads.change((list) => [
      ...restored.filter(({ id }) => !known.has(id)),
      // Another tab was at it and has closed.
      ...list.map((upload) =>
        isOver(upload) || upload.file ? upload : { ...upload, state: { kind: "waiting" } as const },
      ),
    ]);
    next();
  }

  function perform(command: UploadCommand): void {
    if (command.kind === "add") {
      const present = new Set(uploads.current().map(({ id }) => id));
      uploads.change((list) => [...list, ...command.added.filter(({ id }) => !present.has(id))]);
      const waiting = command.added.filter((upload) => upload.state.kind === "waiting");
      for (const upload of waiting) void lookUp(upload);
      void keepAll(waiting);
    } else if (command.kind === "remove") remove(command.id);
    else if (command.kind === "retry") {
      tell(command.id, { kind: "waiting" });
      void noteUpload(command.id, { failure: undefined });
    } else for (const upload of uploads.current()) if (isOver(upload)) remove(upload.id);
    next();
  }

  /** What is there already need not wait for its turn. */
  async function lookUp({ id, file, scope }: Upload): Promise<void> {
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
      change(id, { isKept: await keep });
      keeping.delete(id);
      // It went on meanwhile.
      void noteUpload(id, begun.get(id) ?? {});
    }
  }

  async function forget(id: string): Promise<void> {
    begun.delete(id);
    sums.delete(id);
    await keeping.get(id);
    await forgetUploads([id]);
  }

  function remove(id: string): void {
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
      if (upload.state.kind === "waiting" && !running.has(upload.id)) void start(upload);
    }
    stayAwake("uploads", running.size > 0);
  }

  async function start(upload: Upload): Promise<void> {
    const { id } = upload;
    const stopping = new AbortController();
    running.set(id, stopping);
    try {
      const file = upload.file ?? (await keptFile(id));
      if (!file) return tell(id, { kind: "failed", sentence: unreadable().message, mayRetry: false });
      if (!upload.file) change(id, { file });
      const remember = (how: Begun) => {
        begun.set(id, how);
        void noteUpload(id, how);
      };
      const send = (bytes: Blob, told: (state: UploadState) => void) => {
        const ports = portsFor(upload, bytes, () => sumOf(id, bytes), userId, remember);
        return uploadOne(ports, told, stopping.signal, begun.get(id));
      };
      let lost: UploadState | undefined;
      await send(file, (state) => (isLost(state) ? (lost = state) : tell(id, state)));
      if (!lost) return;
      // It was moved or deleted meanwhile; its copy is still here.
      await keeping.get(id);
      const copy = await keptFile(id);
      if (!copy) return tell(id, lost);
      change(id, { file: copy });
      await send(copy, (state) => tell(id, state));
    } catch {
      // Cancelled: it is off the list already.
    } finally {
      running.delete(id);
      next();
    }
  }

  return { restore, perform };
}

import type { MediaScope } from "../queries.ts";
import { withinKept } from "./kept-store.ts";
import { toForget } from "./to-forget.ts";
import type { Begun } from "./upload-one.ts";

/** An upload as the browser keeps it, beside a copy of its file. */
export interface KeptUpload extends Begun {
  readonly id: string;
  /** Whose it is: nobody else who uses this browser sees or sends it. */
  readonly userId: string;
  /** Uploads go in the order they were chosen. */
  readonly order: number;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly scope: MediaScope;
  readonly failure?: { readonly sentence: string; readonly mayRetry: boolean } | undefined;
}

/** What nobody came back for is forgotten. */
const lifeMs = 7 * 24 * 3600 * 1000;

/** Keeps an upload and a copy of its file; false when there is no room, or nowhere to keep it. */
export async function keepUpload(upload: KeptUpload, file: Blob): Promise<boolean> {
  try {
    askToStay();
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate()) ?? {};
    if (quota - usage < file.size) return false;
    await withinKept("readwrite", ({ uploads, files }) => {
      files.put(file, upload.id);
      return uploads.put(upload);
    });
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
  await withinKept("readwrite", ({ uploads }) => {
    const request: IDBRequest<KeptUpload | undefined> = uploads.get(id);
    request.addEventListener("success", () => request.result && uploads.put({ ...request.result, ...change }));
    return request;
  }).catch(() => undefined);
}

/** Takes uploads off this device; what cannot be reached now is never answered again, and goes later. */
export async function forgetUploads(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const id of ids) toForget.noteOne(id);
  try {
    await withinKept("readwrite", ({ uploads, files }) => {
      for (const id of ids.slice(1)) uploads.delete(id);
      for (const id of ids) files.delete(id);
      return uploads.delete(ids[0]!);
    });
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
  const all = await withinKept<KeptUpload[]>("readonly", ({ uploads }) => uploads.getAll());
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
  withinKept<Blob | undefined>("readonly", ({ files }) => files.get(id));

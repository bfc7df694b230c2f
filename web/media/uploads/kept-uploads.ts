import type { MediaScope } from "../queries.ts";
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

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("uploads", 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore("uploads", { keyPath: "id" });
      request.result.createObjectStore("files");
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("No place to keep uploads")));
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

type Stores = { readonly uploads: IDBObjectStore; readonly files: IDBObjectStore };

/** Runs `work` in one transaction and answers, once that is on the disk, what its request found. */
async function within<T>(mode: IDBTransactionMode, work: (stores: Stores) => IDBRequest<T>): Promise<T> {
  const db = await database();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(["uploads", "files"], mode, { durability: "strict" });
    const request = work({ uploads: transaction.objectStore("uploads"), files: transaction.objectStore("files") });
    transaction.addEventListener("complete", () => resolve(request.result));
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("The uploads were not kept")));
  });
}

/** Keeps an upload and a copy of its file; false when there is no room, or nowhere to keep it. */
export async function keepUpload(upload: KeptUpload, file: Blob): Promise<boolean> {
  try {
    askToStay();
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate()) ?? {};
    if (quota - usage < file.size) return false;
    await within("readwrite", ({ uploads, files }) => {
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
  await within("readwrite", ({ uploads }) => {
    const request: IDBRequest<KeptUpload | undefined> = uploads.get(id);
    request.addEventListener("success", () => request.result && uploads.put({ ...request.result, ...change }));
    return request;
  }).catch(() => undefined);
}

export async function forgetUploads(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await within("readwrite", ({ uploads, files }) => {
    for (const id of ids.slice(1)) uploads.delete(id);
    for (const id of ids) files.delete(id);
    return uploads.delete(ids[0]!);
  }).catch(() => undefined);
}

/** What is kept for someone, in order. */
export async function keptUploads(userId: string, now = Date.now()): Promise<readonly KeptUpload[]> {
  const all: KeptUpload[] = await within("readonly", ({ uploads }) => uploads.getAll()).catch(() => []);
  const old = all.filter(({ order }) => order < now - lifeMs);
  await forgetUploads(old.map(({ id }) => id));
  return all
    .filter((upload) => upload.userId === userId && !old.includes(upload))
    .toSorted((a, b) => a.order - b.order);
}

/** The copy of a file; undefined when the browser has lost it. */
export const keptFile = (id: string): Promise<Blob | undefined> =>
  within<Blob | undefined>("readonly", ({ files }) => files.get(id)).catch(() => undefined);

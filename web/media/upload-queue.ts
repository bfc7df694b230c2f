import { api } from "../api.ts";
import { putBytes } from "./put-bytes.ts";
import type { MediaScope } from "./queries.ts";
import { type Upload, type UploadState, isOver, uploads } from "./upload-list.ts";
import { type UploadPorts, uploadOne } from "./upload-one.ts";

/** So many files travel at once: enough to fill the line, few enough that each one arrives. */
const atOnce = 3;

let lastId = 0;
const running = new Map<number, AbortController>();

/** Takes files into the queue, in this order, and begins. */
export function addUploads(files: readonly File[], scope: MediaScope): void {
  const added = files.map((file): Upload => ({ id: (lastId += 1), file, scope, state: { kind: "waiting" } }));
  uploads.change((list) => [...list, ...added]);
  next();
}

/** Puts files that cannot be uploaded on the list, with the reason. */
export function addRefused(refused: readonly { file: File; sentence: string }[], scope: MediaScope): void {
  const added = refused.map(({ file, sentence }): Upload => ({
    id: (lastId += 1),
    file,
    scope,
    state: { kind: "failed", sentence, mayRetry: false },
  }));
  uploads.change((list) => [...list, ...added]);
}

/** Stops an upload, or takes one that is over off the list. */
export function removeUpload(id: number): void {
  running.get(id)?.abort();
  uploads.change((list) => list.filter((upload) => upload.id !== id));
  next();
}

/** Queues a failed upload again. */
export function retryUpload(id: number): void {
  tell(id, { kind: "waiting" });
  next();
}

/** Takes everything that is over off the list. */
export const clearUploads = (): void => uploads.change((list) => list.filter((upload) => !isOver(upload)));

function tell(id: number, state: UploadState): void {
  uploads.change((list) => list.map((upload) => (upload.id === id ? { ...upload, state } : upload)));
}

function next(): void {
  for (const { id, state, file, scope } of uploads.current()) {
    if (running.size >= atOnce) return;
    if (state.kind === "waiting" && !running.has(id)) void start(id, file, scope);
  }
}

async function start(id: number, file: File, scope: MediaScope): Promise<void> {
  const stopping = new AbortController();
  running.set(id, stopping);
  warnOnLeaving();
  try {
    await uploadOne(file, portsFor(scope), (state) => tell(id, state), stopping.signal);
  } catch {
    // Cancelled: it is off the list already.
  } finally {
    running.delete(id);
    warnOnLeaving();
    next();
  }
}

const portsFor = (scope: MediaScope): UploadPorts => ({
  askAddress: async (signal) => (await api("POST /api/objects/upload", { body: undefined, signal })).uploadURL,
  putBytes,
  register: (address, file, signal) => {
    const body = {
      mediaURL: address,
      fileName: file.name.slice(-255),
      fileType: file.type.slice(0, 100),
      fileSize: file.size,
    };
    return "tripId" in scope
      ? api("PUT /api/trips/:id/media", { params: { id: scope.tripId }, body, signal })
      : api("PUT /api/squads/:id/media", { params: { id: scope.squadId }, body, signal });
  },
  pause,
});

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const end = (settle: () => void) => {
      listening.abort();
      clearTimeout(timer);
      settle();
    };
    let isOverdue = false;
    const consider = () => isOverdue && navigator.onLine && end(resolve);
    const timer = setTimeout(() => {
      isOverdue = true;
      consider();
    }, ms);
    addEventListener("online", consider, { signal: listening.signal });
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is whatever the canceller gave
    signal.addEventListener("abort", () => end(() => reject(signal.reason)), { signal: listening.signal });
  });
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** While something is under way, closing the page asks first. */
function warnOnLeaving(): void {
  if (running.size > 0) addEventListener("beforeunload", ask);
  else removeEventListener("beforeunload", ask);
}

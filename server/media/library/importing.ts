// Decision 028: why the server fetches originals from the library.
import { Readable } from "node:stream";
import { newId } from "../../platform/db/id.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Job, Queue } from "../../platform/jobs/jobs.ts";
import type { Intake } from "./intake.ts";
import type { Album } from "../photos/register.ts";
import { demandRoom } from "../uploads/quota.ts";
import { withRetries } from "./send-request.ts";
import { type Bytes } from "./bytes.ts";
import { LibraryFault, selectionEnded, toProblem } from "./faults.ts";
import type { ImportStore, Target } from "./import-store.ts";
import type { ImportFault, ImportWrites, RunningImport } from "./import-writes-store.ts";
import type { Selections } from "./selections.ts";
import type { LibraryStore, Pick } from "./store.ts";

export interface ImportTask {
  readonly id: string;
  readonly userId: string;
}

/** A video over a slow connection may take an hour. */
export const importQueue: Queue<ImportTask> = {
  name: "library-import",
  batch: 1,
  loops: 3,
  retries: 3,
  retrySeconds: 5,
  seconds: 3600,
  // One person's imports use at most two of the three loops, so that others can import too.
  turns: { most: 2, of: ({ userId }) => userId, secondsOf: () => 10 },
};

export interface ImportParts {
  readonly selections: Selections;
  readonly store: LibraryStore;
  readonly imports: ImportStore;
  readonly writes: ImportWrites;
  readonly intake: Intake;
  /** Demands that a person may still add photos to the album. */
  readonly demandAlbum: (userId: string, target: Target) => Promise<Album>;
}

/** The import was cancelled, or its album or owner is gone. */
class Cancelled extends Error {}

/** How often a running import looks whether it was cancelled. */
const pollMs = 700;

/** Imports one original from the library into its album. Rejects only with errors that a retry may fix. */
export async function importOne(parts: ImportParts, job: Job<ImportTask>): Promise<void> {
  const { writes, selections } = parts;
  const running = await writes.take(job.task.id);
  if (!running) return;
  try {
    await fetchAndAdd(parts, running);
  } catch (error) {
    if (!(error instanceof Cancelled)) {
      const fault = faultOf(error);
      if (!fault && !job.isLast) throw error;
      await writes.fail(running.id, fault ?? serverFault);
    }
  }
  if (running.sessionId) await selections.end(running.userId, running.sessionId);
}

async function fetchAndAdd(parts: ImportParts, running: RunningImport): Promise<void> {
  const { store, intake, writes } = parts;
  const { id, userId, itemId, sessionId } = running;
  const album = await parts.demandAlbum(userId, running).catch(asAlbumRefused);
  const pick = sessionId && (await store.findPicked(sessionId, itemId));
  if (!pick) throw selectionEnded();
  const upload = { id: newId(), userId };
  try {
    // After a broken connection the whole file is fetched again.
    await withRetries(() => fetchInto(parts, running, album, pick, upload));
    // The person may have been removed from the album while the bytes came.
    await parts.demandAlbum(userId, running).catch(asAlbumRefused);
    await intake.add(
      {
        address: `/api/uploads/${upload.id}`,
        userId,
        album,
        fileName: pick.fileName,
        caption: null,
        takenAt: pick.takenAt.toISOString(),
      },
      async (tx, { id: mediaId, outcome }) => {
        if (!(await writes.finish(tx, id, mediaId, outcome === "duplicate"))) throw new Cancelled();
      },
    );
  } catch (error) {
    await intake.drop(upload);
    throw error;
  }
}

async function fetchInto(
  { selections, imports, writes, intake }: ImportParts,
  { id, userId }: RunningImport,
  { squadId }: Album,
  pick: Pick,
  upload: { readonly id: string; readonly userId: string },
): Promise<void> {
  const cancel = new AbortController();
  let progress = 10;
  const setProgress = async (next: number) => {
    progress = next;
    if (!(await writes.setProgress(id, progress))) cancel.abort(new Cancelled());
  };
  const polling = setInterval(() => void setProgress(progress).catch(() => undefined), pollMs);
  let bytes: Bytes | undefined;
  let countOut = () => {};
  try {
    bytes = await selections.bytesOf(userId, pick, "original", cancel.signal);
    const maxBytes = bytes.size ?? intake.largestBytes;
    demandRoom(
      intake.incoming.with(userId, await imports.load(userId)),
      Math.min(maxBytes, intake.largestBytes),
      intake.limits,
    );
    await intake.storage.demandSpace(userId, squadId, bytes.size ?? 1);
    countOut = intake.incoming.begin(userId, maxBytes);
    await setProgress(20);
    await intake.receive(upload, Readable.from(withProgress(bytes, setProgress), { objectMode: false }));
    await setProgress(90);
    cancel.signal.throwIfAborted();
  } catch (error) {
    throw cancel.signal.aborted ? new Cancelled() : error;
  } finally {
    clearInterval(polling);
    countOut();
    bytes?.body.destroy();
  }
}

/** Passes the bytes on, and sets the progress after half of them and after all of them. */
async function* withProgress(
  { body, size }: Bytes,
  setProgress: (progress: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    const before = count;
    count += piece.length;
    if (size !== null && before < size / 2 && count >= size / 2) await setProgress(50);
    yield piece;
  }
  await setProgress(80);
}

const serverFault: ImportFault = {
  step: "upload",
  sentence: { key: "internal" },
  isFinal: false,
};

/** Refusals that do not change when the file is fetched again. */
const finalCodes = ["too_large", "unsupported_type", "broken_file", "not_found", "forbidden"];

class AlbumRefused extends Error {}

const asAlbumRefused = (error: unknown): never => {
  if (error instanceof Problem) throw new AlbumRefused(error.code);
  throw error;
};

/** The fault to store; null when neither the library nor the file is at fault. */
function faultOf(error: unknown): ImportFault | null {
  if (error instanceof AlbumRefused) return { step: "upload", sentence: { key: "album_closed" }, isFinal: true };
  if (error instanceof LibraryFault && error.kind === "gone")
    return { step: "download", sentence: { key: "library_refuses_file" }, isFinal: false };
  const problem = toProblem(error);
  if (!(problem instanceof Problem) || !problem.sentence) return null;
  const isTheirs = error instanceof LibraryFault || problem.code === "needs_linking" || problem.code === "not_found";
  return isTheirs
    ? { step: "download", sentence: problem.sentence, isFinal: false }
    : { step: "upload", sentence: problem.sentence, isFinal: finalCodes.includes(problem.code) };
}

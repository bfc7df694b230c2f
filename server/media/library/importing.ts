// Decision 028: why the server fetches originals from the library.
import { Readable } from "node:stream";
import { newId } from "../../platform/db/id.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Job, Queue } from "../../platform/jobs/jobs.ts";
import type { Live } from "../../platform/live/live.ts";
import type { Intake } from "../build.ts";
import type { Place } from "../photos/register.ts";
import { hintsOf } from "../renditions/rendition-jobs.ts";
import { type Incoming, demandRoom } from "../uploads/quota.ts";
import { patiently } from "./ask.ts";
import { type Bytes } from "./bytes.ts";
import { LibraryFault, selectionEnded, toProblem } from "./faults.ts";
import type { Errand, ImportFault, ImportStore, Target } from "./import-store.ts";
import type { Selections } from "./selections.ts";
import type { LibraryStore, Pick } from "./store.ts";

export interface ImportTask {
  readonly id: string;
  readonly userId: string;
}

/** A video over a slow line takes its time. */
export const importQueue: Queue<ImportTask> = {
  name: "library-import",
  batch: 1,
  loops: 3,
  retries: 3,
  retrySeconds: 5,
  seconds: 3600,
  // Whoever imports hundreds of slow ones leaves a loop to the others.
  turns: { most: 2, of: ({ userId }) => userId },
};

export interface ImportParts {
  readonly selections: Selections;
  readonly store: LibraryStore;
  readonly imports: ImportStore;
  readonly intake: Intake;
  readonly incoming: Incoming;
  readonly live: Live;
  /** Demands that somebody may still add photos there. */
  readonly demandPlace: (userId: string, target: Target) => Promise<Place>;
  /** Takes back an upload that became nothing. */
  readonly dropUpload: (uploadId: string, userId: string) => Promise<unknown>;
}

/** Somebody stopped it, or what it was for is gone. */
class Stopped extends Error {}

/** A stop is noticed within so long. */
const watchMs = 700;

/** Brings one original from the library into its gallery. Rejects only with what another try may mend. */
export async function importOne(parts: ImportParts, job: Job<ImportTask>): Promise<void> {
  const { imports, selections } = parts;
  const errand = await imports.take(job.task.id);
  if (!errand) return;
  try {
    await bring(parts, errand);
  } catch (error) {
    if (!(error instanceof Stopped)) {
      const fault = faultOf(error);
      if (!fault && !job.isLast) throw error;
      await imports.fail(errand.id, fault ?? ours);
    }
  }
  if (errand.sessionId) await selections.end(errand.userId, errand.sessionId);
}

async function bring(parts: ImportParts, errand: Errand): Promise<void> {
  const { store, intake, imports, live } = parts;
  const { id, userId, itemId, sessionId } = errand;
  const place = await parts.demandPlace(userId, errand).catch(whenInGallery);
  const pick = sessionId && (await store.findPicked(sessionId, itemId));
  if (!pick) throw selectionEnded();
  const upload = { id: newId(), userId };
  try {
    // A line that broke off is asked for the whole file once more.
    await patiently(() => fetchInto(parts, errand, pick, upload));
    // Whoever was removed while the bytes came brings nothing more in.
    await parts.demandPlace(userId, errand).catch(whenInGallery);
    const added = await intake.add(
      {
        address: `/api/uploads/${upload.id}`,
        userId,
        place,
        fileName: pick.fileName,
        caption: null,
        takenAt: pick.takenAt.toISOString(),
      },
      async (tx, { id: mediaId, outcome }) => {
        if (!(await imports.finish(tx, id, mediaId, outcome === "duplicate"))) throw new Stopped();
      },
    );
    if (added.outcome === "new") live.tell(...hintsOf([place], userId));
  } catch (error) {
    await parts.dropUpload(upload.id, userId);
    throw error;
  }
}

async function fetchInto(
  { selections, imports, intake, incoming }: ImportParts,
  { id, userId }: Errand,
  pick: Pick,
  upload: { readonly id: string; readonly userId: string },
): Promise<void> {
  const stop = new AbortController();
  let progress = 10;
  const reach = async (next: number) => {
    progress = next;
    if (!(await imports.reach(id, progress))) stop.abort(new Stopped());
  };
  const watching = setInterval(() => void reach(progress).catch(() => undefined), watchMs);
  let bytes: Bytes | undefined;
  let leave = () => {};
  try {
    bytes = await selections.bytesOf(userId, pick, "original", stop.signal);
    const most = bytes.size ?? intake.largestBytes;
    demandRoom(
      incoming.with(userId, await imports.load(userId)),
      Math.min(most, intake.largestBytes),
      intake.largestBytes,
    );
    leave = incoming.begin(userId, most);
    await reach(20);
    await intake.receive(upload, Readable.from(counted(bytes, reach), { objectMode: false }));
    await reach(90);
    stop.signal.throwIfAborted();
  } catch (error) {
    throw stop.signal.aborted ? new Stopped() : error;
  } finally {
    clearInterval(watching);
    leave();
    bytes?.body.destroy();
  }
}

/** Passes the bytes on, and tells when half and when all of them are here. */
async function* counted({ body, size }: Bytes, reach: (progress: number) => Promise<void>): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    const before = count;
    count += piece.length;
    if (size !== null && before < size / 2 && count >= size / 2) await reach(50);
    yield piece;
  }
  await reach(80);
}

const ours: ImportFault = {
  step: "upload",
  sentence: "Something went wrong on our side. Please try again.",
  isFinal: false,
};

/** What a file is refused for stays so, however often it is fetched. */
const finalCodes = ["too_large", "unsupported_type", "broken_file", "not_found", "forbidden"];

class NotInGallery extends Error {}

const whenInGallery = (error: unknown): never => {
  if (error instanceof Problem) throw new NotInGallery(error.message);
  throw error;
};

/** Null for what is neither the library's fault nor the file's. */
function faultOf(error: unknown): ImportFault | null {
  if (error instanceof NotInGallery)
    return { step: "upload", sentence: "You can not add photos here any more.", isFinal: true };
  if (error instanceof LibraryFault && error.kind === "gone")
    return { step: "download", sentence: "Google Photos does not give this one out right now.", isFinal: false };
  const problem = toProblem(error);
  if (!(problem instanceof Problem)) return null;
  const isTheirs = error instanceof LibraryFault || problem.code === "needs_linking" || problem.code === "not_found";
  return isTheirs
    ? { step: "download", sentence: problem.message, isFinal: false }
    : { step: "upload", sentence: problem.message, isFinal: finalCodes.includes(problem.code) };
}

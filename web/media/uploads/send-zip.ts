// Decision 126: why a zip is one upload, and its photos go one by one.
import { unreadable } from "./put-bytes.ts";
import { type ResumePoint, type Upload, type UploadState, type ZipProgress, startOf } from "./upload-list.ts";
import type { OpenedPhoto } from "./zip/zip-messages.ts";
import { ZipFault, type ZipPhoto } from "./zip/zip-photo.ts";

export type Ended = Extract<UploadState, { kind: "done" | "failed" }>;

/** What `sendZip` asks of the zips and of the upload of single files. */
export interface ZipPorts {
  /** Rejects with a `ZipFault` when a photo cannot be read. */
  readonly open: (photo: ZipPhoto) => Promise<OpenedPhoto>;
  /** Whether the zips themselves have changed or are gone. */
  readonly isGone: () => Promise<boolean>;
  /** Sends the photo with this number from where it stopped. Rejects with the reason of the signal that stops it. */
  readonly send: (
    index: number,
    opened: OpenedPhoto,
    point: ResumePoint,
    tell: (state: UploadState) => void,
  ) => Promise<Ended>;
  readonly tell: (state: UploadState) => void;
  /** Stores how far the photos are, for another try or page. */
  readonly remember: (point: ResumePoint) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends the photos of one choice of zips, one after the other, from where an earlier page or try has stopped. The next photo is opened
 * while one is sent, so that two are in memory at most. What cannot be read is left behind; what the server cannot take now fails the
 * whole choice, which continues when somebody tries again.
 */
export async function sendZip({ zip, size, ...upload }: Upload, ports: ZipPorts): Promise<void> {
  const { photos } = zip!;
  let at = upload.zipAt ?? startOf(zip!);
  let point: ResumePoint = { address: upload.address, isSent: upload.isSent };
  const openNext = (index: number) => photos[index] && openOne(ports, photos[index]);
  for (let opening = openNext(at.next); opening;) {
    const photo = photos[at.next]!;
    const ready = await opening;
    ports.signal.throwIfAborted();
    if (ready === "gone") return ports.tell(gone());
    opening = openNext(at.next + 1);
    const ended =
      "reason" in ready ? staysBehind(ready.reason) : await sendOne(ports, ready, { at, point, photo, size });
    if (ended.kind === "failed" && (ended.mayRetry || ended.isForAll === true)) return ports.tell(ended);
    at = advance(at, photo, ended);
    point = { address: undefined, isSent: undefined };
    ports.remember({ ...point, zipAt: at });
  }
  return ports.tell({ kind: "done", isDuplicate: false });
}

/** A photo that is ready to be sent, why it stays behind, or that the zips themselves are gone. */
type Ready = OpenedPhoto | { readonly reason: string } | "gone";

async function openOne({ open, isGone }: ZipPorts, photo: ZipPhoto): Promise<Ready> {
  try {
    return await open(photo);
  } catch (error) {
    if (await isGone()) return "gone";
    return { reason: error instanceof ZipFault ? error.message : "This file could not be read." };
  }
}

/** Sends one photo, and shows how far the whole choice is. */
async function sendOne(
  { send, tell }: ZipPorts,
  opened: OpenedPhoto,
  { at, point, photo, size }: { at: ZipProgress; point: ResumePoint; photo: ZipPhoto; size: number },
): Promise<Ended> {
  const shareOf = (share: number) => (size === 0 ? 1 : Math.min(1, (at.bytes + photo.size * share) / size));
  return send(at.next, opened, point, (state) =>
    tell(state.kind === "sending" || state.kind === "pausing" ? { ...state, share: shareOf(state.share) } : state),
  );
}

function advance(at: ZipProgress, { name, size, type }: ZipPhoto, ended: Ended): ZipProgress {
  const next = { ...at, next: at.next + 1, bytes: at.bytes + size };
  if (ended.kind === "failed") return { ...next, left: [...at.left, { name, reason: ended.sentence }] };
  if (ended.isDuplicate) return { ...next, duplicates: at.duplicates + 1 };
  const { photos, videos } = at.added;
  return {
    ...next,
    added: type.startsWith("video/") ? { photos, videos: videos + 1 } : { photos: photos + 1, videos },
  };
}

const staysBehind = (sentence: string): Ended => ({ kind: "failed", sentence, mayRetry: false });
const gone = (): Ended => ({ kind: "failed", sentence: unreadable().message, mayRetry: false, isUnreadable: true });

// Decision 023: why a file is inspected when its bytes are there.
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { withValues } from "#contract/refusals.ts";
import type { Blobs, Staged } from "../../platform/blobs/blobs.ts";
import { TooManyBytes } from "../../platform/blobs/blobs.ts";
import { Problem } from "../../platform/http/problem.ts";
import { limitConcurrency } from "../processes/limit-concurrency.ts";
import type { Found, Inspect, Refused } from "../inspect/inspect.ts";
import { headBytes, kindOf } from "../inspect/kind.ts";
import type { Pace } from "./pace.ts";
import type { Upload } from "./upload-address.ts";

/** An upload with all its bytes. */
export interface CompleteUpload extends Upload {
  /** In hexadecimal, as the client announced it. */
  readonly sha256?: string | undefined;
  /** The lease of an upload that came in pieces; another server may have taken it over. */
  readonly leaseId?: string;
}

/** A file that its sender announces, and the album that it is for. */
export interface AnnouncedFile {
  /** In bytes, if the sender knows it. */
  readonly size?: number | undefined;
  readonly tripId?: string | undefined;
  readonly squadId?: string | undefined;
}

/** Demands that a person may add to the album of an announced file, and that it has room there. */
export type DemandPlace = (userId: string, file: AnnouncedFile) => Promise<void>;

export interface UploadStore {
  /** Claims the id for this upload, and runs `keep` in the same transaction. False when the id is taken. */
  claim(
    upload: CompleteUpload,
    result: { found: Found } | { refusal: Refused },
    keep: () => Promise<void>,
  ): Promise<boolean>;
}

export interface UploadParts {
  readonly blobs: Blobs;
  readonly store: UploadStore;
  /** Inspects a local file in another process. */
  readonly inspect: Inspect;
  readonly pace: Pace;
  /** Removes an accepted upload for which its person has no room, and throws. */
  readonly demandKept: (upload: Upload) => Promise<void>;
  readonly maxImageBytes: number;
  readonly maxVideoBytes: number;
}

/** Limits the transactions that wait for a file to get its name, so that a slow store does not use up the database connections. */
const limitClaims = limitConcurrency(8);

export const uploadUsed = () => new Problem("upload_used", "upload_address_used");

/**
 * Receives and inspects the bytes of an upload. Resolves with what they are, or rejects with a `Problem`. A refusal is stored, so that the
 * registration repeats it. After a broken connection the address can be used again.
 */
export async function receiveUpload(parts: UploadParts, upload: Upload, source: Readable): Promise<Found> {
  let staged: Staged;
  // Undefined until the first bytes have arrived.
  let isVideo: boolean | undefined;
  // The size limit depends on the kind of file, which its first bytes tell.
  const maxBytesOf = (head: Buffer) => {
    isVideo = isVideoHead(head);
    return maxBytesFor(parts, isVideo);
  };
  try {
    staged = await parts.blobs.stage(upload.id, source, maxBytesOf);
  } catch (error) {
    if (!(error instanceof TooManyBytes)) throw error;
    return refuse(parts, upload, tooLarge(maxBytesFor(parts, isVideo === true), isVideo ? "video" : "photo"));
  }
  try {
    return await acceptUpload(parts, upload, staged, isVideo);
  } catch (error) {
    // A file that has its name may have no row; the clean-up must find it.
    await (staged.isKept ? staged.leave() : staged.drop());
    throw error;
  }
}

function isVideoHead(head: Buffer): boolean {
  const kind = kindOf(head.subarray(0, headBytes));
  return "type" in kind && !kind.read;
}

/** The size limit of the largest kind of file. */
export const largestOf = ({ maxImageBytes, maxVideoBytes }: Pick<UploadParts, "maxImageBytes" | "maxVideoBytes">) =>
  Math.max(maxImageBytes, maxVideoBytes);

const maxBytesFor = ({ maxImageBytes, maxVideoBytes }: UploadParts, isVideo: boolean) =>
  isVideo ? maxVideoBytes : maxImageBytes;

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Inspects a complete upload, and accepts or refuses it for good. After any other error it can be tried again. */
export async function acceptUpload(
  parts: UploadParts,
  upload: CompleteUpload,
  staged: Staged,
  knownIsVideo?: boolean,
): Promise<Found> {
  const isVideo = knownIsVideo ?? isVideoHead(await headOf(staged.path));
  const maxBytes = maxBytesFor(parts, isVideo);
  const what = isVideo ? "video" : "photo";
  const result =
    staged.size > maxBytes
      ? tooLarge(maxBytes, what)
      : await parts.inspect(staged.path, { isVideo, person: upload.userId });
  const isAccepted = !("code" in result);
  if (isAccepted && upload.sha256 !== undefined && upload.sha256 !== result.sha256) {
    await staged.drop();
    throw new Problem("upload_missing", "upload_arrived_changed");
  }
  const claimed = isAccepted
    ? await limitClaims(() => parts.store.claim(upload, { found: result }, () => staged.keep(`${upload.id}/original`)))
    : await storeRefusal(parts, upload, result);
  await staged.drop();
  if (!claimed) throw uploadUsed();
  if (isAccepted) {
    await parts.demandKept(upload);
    return result;
  }
  throw new Problem(result.code, result);
}

/** Stores why an upload is refused, and rejects with it. */
export async function refuse(
  parts: Pick<UploadParts, "store" | "pace">,
  upload: Upload,
  refusal: Refused,
): Promise<never> {
  const claimed = await storeRefusal(parts, upload, refusal);
  throw claimed ? new Problem(refusal.code, refusal) : uploadUsed();
}

async function storeRefusal(
  { store, pace }: Pick<UploadParts, "store" | "pace">,
  upload: CompleteUpload,
  refusal: Refused,
) {
  await pace.noteRefused(upload.userId);
  return store.claim(upload, { refusal }, async () => {});
}

export const tooLarge = (maxBytes: number, what: "photo" | "video" | "file" = "photo"): Refused => ({
  code: "too_large",
  ...withValues(`${what}_too_large`, { max: megabytes(maxBytes) }),
});

const megabytes = (bytes: number) => Math.floor((bytes / 1_048_576) * 10) / 10;

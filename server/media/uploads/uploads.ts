// Decision 023: why a file is inspected when its bytes are there.
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Blobs, Staged } from "../../platform/blobs/blobs.ts";
import { TooManyBytes } from "../../platform/blobs/blobs.ts";
import { Problem } from "../../platform/http/problem.ts";
import { slots } from "../processes/slots.ts";
import type { Found, Refused } from "../inspect/inspect.ts";
import { headBytes, kindOf } from "../inspect/kind.ts";
import type { Upload } from "./upload-address.ts";

/** An upload that has all its bytes. */
export interface Claimant extends Upload {
  /** In hexadecimal, as its sender announced it. */
  readonly sha256?: string | undefined;
  /** Who received it, for one that came in pieces: another one may have taken over meanwhile. */
  readonly holder?: string;
}

export interface UploadStore {
  /** Takes the id for this upload while `keep` runs, and for good if it succeeds. False when it is taken already. */
  claim(upload: Claimant, result: { found: Found } | { refusal: Refused }, keep: () => Promise<void>): Promise<boolean>;
}

export interface UploadParts {
  readonly blobs: Blobs;
  readonly store: UploadStore;
  /** Finds out what a local file is, outside of this process. */
  readonly inspect: (path: string, isFilm: boolean) => Promise<Found | Refused>;
  readonly maxImageBytes: number;
  readonly maxVideoBytes: number;
}

/** The bytes get their name within a transaction: a slow store must not hold everybody's connections to the database. */
const claiming = slots(8);

export const uploadUsed = () =>
  new Problem("upload_used", "This upload address was used already. Please start the upload again.");

/**
 * Takes in the bytes of an upload and looks into them. Answers what they are, or refuses them with a sentence for people; a refusal
 * is remembered, so that registering the upload repeats it. A line that goes dead leaves the address as it was.
 */
export async function receiveUpload(parts: UploadParts, upload: Upload, source: Readable): Promise<Found> {
  let staged: Staged;
  // Unknown as long as fewer bytes came than tell.
  let isFilm: boolean | undefined;
  // How much is too much depends on what it is, and its first bytes tell.
  const mostBytes = (head: Buffer) => {
    isFilm = isFilmBy(head);
    return mostFor(parts, isFilm);
  };
  try {
    staged = await parts.blobs.stage(upload.id, source, mostBytes);
  } catch (error) {
    if (!(error instanceof TooManyBytes)) throw error;
    return refuse(parts, upload, tooLarge(mostFor(parts, isFilm === true), isFilm ? "video" : "photo"));
  }
  try {
    return await takeIn(parts, upload, staged, isFilm);
  } catch (error) {
    // Of a file that has its name and perhaps no row the cleaning must know.
    await (staged.isKept ? staged.leave() : staged.drop());
    throw error;
  }
}

function isFilmBy(head: Buffer): boolean {
  const kind = kindOf(head.subarray(0, headBytes));
  return "type" in kind && !kind.read;
}

/** The most bytes that any one file may have. */
export const largestOf = ({ maxImageBytes, maxVideoBytes }: Pick<UploadParts, "maxImageBytes" | "maxVideoBytes">) =>
  Math.max(maxImageBytes, maxVideoBytes);

const mostFor = ({ maxImageBytes, maxVideoBytes }: UploadParts, isFilm: boolean) =>
  isFilm ? maxVideoBytes : maxImageBytes;

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Looks into the bytes of an upload that are all there, and takes them or refuses them, for good. Any other end is a fault that may
 * pass, and leaves them as they are.
 */
export async function takeIn(
  parts: UploadParts,
  upload: Claimant,
  staged: Staged,
  isKnownFilm?: boolean,
): Promise<Found> {
  const isFilm = isKnownFilm ?? isFilmBy(await headOf(staged.path));
  const most = mostFor(parts, isFilm);
  const what = isFilm ? "video" : "photo";
  const result = staged.size > most ? tooLarge(most, what) : await parts.inspect(staged.path, isFilm);
  const isTaken = !("code" in result);
  if (isTaken && upload.sha256 !== undefined && upload.sha256 !== result.sha256) {
    await staged.drop();
    throw new Problem("upload_missing", "This file did not arrive as it was sent. Please upload it again.");
  }
  const claimed = isTaken
    ? await claiming(() => parts.store.claim(upload, { found: result }, () => staged.keep(`${upload.id}/original`)))
    : await parts.store.claim(upload, { refusal: result }, async () => {});
  await staged.drop();
  if (!claimed) throw uploadUsed();
  if (isTaken) return result;
  throw new Problem(result.code, result.sentence);
}

/** Remembers why these bytes were not taken, and says so. */
export async function refuse({ store }: Pick<UploadParts, "store">, upload: Upload, refusal: Refused): Promise<never> {
  const claimed = await store.claim(upload, { refusal }, async () => {});
  throw claimed ? new Problem(refusal.code, refusal.sentence) : uploadUsed();
}

export const tooLarge = (mostBytes: number, what = "photo"): Refused => ({
  code: "too_large",
  sentence: `This ${what} is too large: at most ${megabytes(mostBytes)} MB, please.`,
});

const megabytes = (bytes: number) => Math.floor((bytes / 1_048_576) * 10) / 10;

// Decision 068: why uploads that nobody has registered count.
import { Problem } from "../../platform/http/problem.ts";
import { userFull } from "../storage/storage.ts";

/** A person's unused uploads: sent or announced, and not registered. They are removed after a day. */
interface UnusedLoad {
  readonly bytes: number;
  readonly files: number;
  /** The bytes of the largest one. */
  readonly largest: number;
}

/** The unused uploads of a person, and what else decides about more. */
export interface Load extends UnusedLoad {
  /** The bytes of their registered originals. */
  readonly usedBytes: number;
  /** The account is younger than a week. */
  readonly isNew: boolean;
}

export interface UploadLimits {
  /** The size limit of one file. */
  readonly largestBytes: number;
  /** Null: no limit. */
  readonly maxUserBytes: number | null;
}

/** The unused bytes may be as many as this many of the largest files: those that a browser sends at a time, and some failed ones. */
const maxLargestFiles = 8;
const minQuotaBytes = 1024 ** 3;
/** In the first week of an account, beside one file of any size. */
const maxNewBytes = 200 * 1024 ** 2;
const maxFiles = 500;

/** Refuses `moreBytes` to a person with too many unused ones, and to one whose own limit they would exceed. */
export function demandRoom(load: Load, moreBytes: number, { largestBytes, maxUserBytes }: UploadLimits): void {
  const bytes = load.bytes + moreBytes;
  if (maxUserBytes !== null && load.usedBytes + bytes > maxUserBytes) throw userFull(maxUserBytes);
  const isUnderQuota = bytes <= Math.max(maxLargestFiles * largestBytes, minQuotaBytes);
  const isUnderNewQuota = !load.isNew || bytes - Math.max(load.largest, moreBytes) <= maxNewBytes;
  if (load.files < maxFiles && isUnderQuota && isUnderNewQuota) return;
  throw new Problem("too_many_requests", "uploads_too_many_unfinished");
}

/** Counts the files that arrive on this server right now; they have no row before they are complete. */
export interface Incoming {
  /** Adds the person's arriving files to `load`. */
  with(userId: string, load: Load): Load;
  /** Counts a file of at most `bytes`, until the returned function is called. */
  begin(userId: string, bytes: number): () => void;
}

export function countIncoming(): Incoming {
  const coming = new Map<string, Set<{ readonly bytes: number }>>();
  return {
    with(userId, load) {
      const sizes = [...(coming.get(userId) ?? [])].map(({ bytes }) => bytes);
      return {
        ...load,
        bytes: sizes.reduce((sum, bytes) => sum + bytes, load.bytes),
        files: load.files + sizes.length,
        largest: Math.max(load.largest, ...sizes),
      };
    },
    begin(userId, bytes) {
      const file = { bytes };
      const files = coming.get(userId) ?? new Set();
      coming.set(userId, files.add(file));
      return () => {
        files.delete(file);
        if (files.size === 0 && coming.get(userId) === files) coming.delete(userId);
      };
    },
  };
}

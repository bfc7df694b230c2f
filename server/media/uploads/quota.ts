import { Problem } from "../../platform/http/problem.ts";

/** A person's unused uploads: sent or announced, and not registered. They are removed after a day. */
export interface UnusedLoad {
  readonly bytes: number;
  readonly files: number;
}

/** The unused bytes may be as many as this many of the largest files: those that a browser sends at a time, and some failed ones. */
const maxLargestFiles = 8;
const minQuotaBytes = 1024 ** 3;
const maxFiles = 500;

/** Refuses more uploads to a person with too many unused ones. `largestBytes` is the size limit of one file. */
export function demandRoom(load: UnusedLoad, moreBytes: number, largestBytes: number): void {
  const maxBytes = Math.max(maxLargestFiles * largestBytes, minQuotaBytes);
  if (load.files < maxFiles && load.bytes + moreBytes <= maxBytes) return;
  throw new Problem(
    "too_many_requests",
    "Too many of your uploads were begun and never finished. Please finish or cancel some of them first.",
  );
}

/** Counts the files that arrive on this server right now; they have no row before they are complete. */
export interface Incoming {
  /** Adds the person's arriving files to `load`. */
  with(userId: string, load: UnusedLoad): UnusedLoad;
  /** Counts a file of at most `bytes`, until the returned function is called. */
  begin(userId: string, bytes: number): () => void;
}

export function countIncoming(): Incoming {
  const coming = new Map<string, UnusedLoad>();
  const add = (userId: string, { bytes, files }: UnusedLoad) => {
    const before = coming.get(userId) ?? { bytes: 0, files: 0 };
    const after = { bytes: before.bytes + bytes, files: before.files + files };
    if (after.files > 0) coming.set(userId, after);
    else coming.delete(userId);
  };
  return {
    with(userId, load) {
      const more = coming.get(userId) ?? { bytes: 0, files: 0 };
      return { bytes: load.bytes + more.bytes, files: load.files + more.files };
    },
    begin(userId, bytes) {
      add(userId, { bytes, files: 1 });
      return () => add(userId, { bytes: -bytes, files: -1 });
    },
  };
}

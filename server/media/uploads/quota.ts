import { Problem } from "../../platform/http/problem.ts";

/** What someone has brought, or announced, and not put to use. It goes after a day. */
export interface UnusedLoad {
  readonly bytes: number;
  readonly files: number;
}

/** So many of the largest files somebody may have here unused: what a queue sends at a time, and a day's mishaps. */
const mostLargest = 8;
const leastRoomBytes = 1024 ** 3;
const mostFiles = 500;

/** Refuses more bytes to somebody who leaves too much here unused. `largestBytes`: what one file may have. */
export function demandRoom(load: UnusedLoad, moreBytes: number, largestBytes: number): void {
  const mostBytes = Math.max(mostLargest * largestBytes, leastRoomBytes);
  if (load.files < mostFiles && load.bytes + moreBytes <= mostBytes) return;
  throw new Problem(
    "too_many_requests",
    "Too many of your uploads were begun and never finished. Please finish or cancel some of them first.",
  );
}

/** What is coming in on this server at the moment: no row tells of a file before all of it is here. */
export interface Incoming {
  /** `load`, and what is coming in of the same person. */
  with(userId: string, load: UnusedLoad): UnusedLoad;
  /** Counts a file of at most so many bytes in; the answer counts it out again. */
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

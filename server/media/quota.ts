import { Problem } from "../http/problem.ts";

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

import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Live } from "../../platform/live/live.ts";
import { TaskFault } from "../processes/child.ts";
import type { Found, Refused } from "../inspect/inspect.ts";
import { hintsOf } from "../renditions/rendition-jobs.ts";

/** So many files are looked into before others get their turn. */
export const batchSize = 50;

/** Between two batches nobody's machine is kept busy. */
export const pauseSeconds = 3;

/** A photo or video from before something was read from its kind of file. */
export interface Earlier {
  readonly id: string;
  readonly fileType: string;
  readonly squadId: string | null;
  readonly tripId: string | null;
}

export interface EarlierParts {
  readonly blobs: Blobs;
  readonly live: Live;
  readonly inspect: (path: string, isFilm: boolean) => Promise<Found | Refused>;
}

/**
 * Looks into their files again and hands on what was found, null where a file is missing or breaks whoever reads it. `note` answers
 * whether that changed what pages show: those are told. False when these were the last, fewer than a batch.
 */
export async function lookAgain<T extends Earlier>(
  { blobs, live, inspect }: EarlierParts,
  media: readonly T[],
  note: (one: T, found: Found | Refused | null) => Promise<boolean>,
): Promise<boolean> {
  const changed: T[] = [];
  for (const one of media) {
    const look = (path: string) => inspect(path, one.fileType.startsWith("video/")).catch(orNothing);
    if (await note(one, await blobs.withFile(`${one.id}/original`, look))) changed.push(one);
  }
  if (changed.length > 0) live.tell(...hintsOf(changed));
  return media.length === batchSize;
}

/** A file that cannot be read tells nothing; that we are stopping says nothing about it. */
function orNothing(error: unknown): null {
  if (error instanceof TaskFault && error.kind !== "stopped") return null;
  throw error;
}

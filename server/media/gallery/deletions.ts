// Decision 051: why the server finishes deletions.
import type { Database } from "../../platform/db/connect.ts";
import { Problem, forbidden, notFound } from "../../platform/http/problem.ts";
import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";
import type { Live } from "../../platform/live/live.ts";
import { mayDelete } from "../../access/media-access.ts";
import { type MediaRights, rightsStore } from "../../access/rights-store.ts";
import { hintsOf } from "../renditions/rendition-jobs.ts";
import { cleaningQueue } from "../upkeep/cleaning.ts";
import { closeList, holdList, removeMany, takeBack } from "./gallery-delete-store.ts";

interface DeletionTask {
  readonly userId: string;
  readonly list: string;
}

/** Finishes lists of photos some time after they were chosen, whatever became of the page that they were chosen on. */
export const deletionsQueue: Queue<DeletionTask> = {
  name: "media-deletions",
  batch: 10,
  loops: 1,
  retries: 20,
  retrySeconds: 15,
};

export interface DeletionParts {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly live: Live;
}

export const listGone = () =>
  notFound("These photos were not deleted: that was undone, or it is too long ago that you chose them.");

/**
 * Deletes the photos of a list for everyone, if its person may do so now: all of them, or none. What others have added again since is not
 * on it any more. Done again it changes nothing; a list that was taken back is not found.
 */
export async function finishList({ database, jobs, live }: DeletionParts, userId: string, list: string): Promise<void> {
  const deleted = await database.transact(async (tx) => {
    const ids = await holdList(tx, userId, list);
    if (!ids) throw listGone();
    const left = await rightsStore({ db: tx }).toPhotos(userId, ids);
    // When there are none, others were quicker: they are gone, as was wanted.
    if (left.length > 0) {
      demandRemovable(left);
      await removeMany(tx, ids);
      await jobs.send(tx, cleaningQueue, {});
    }
    await closeList(tx, list);
    return left;
  });
  if (deleted.length === 0) return;
  jobs.wake(cleaningQueue);
  live.tell(...hintsOf(deleted, userId));
}

export function workOnDeletions(parts: DeletionParts): void {
  parts.jobs.handle(deletionsQueue, async (batch) => {
    const failed = new Map<string, Error>();
    for (const { id, task } of batch) {
      try {
        await finishList(parts, task.userId, task.list);
      } catch (error) {
        if (isFinal(error)) await parts.database.transact((tx) => takeBack(tx, task.userId, [task.list]));
        else failed.set(id, error instanceof Error ? error : new Error(String(error)));
      }
    }
    return failed;
  });
}

/** It was taken back, or its person may not delete these any more: then they stay. */
const isFinal = (error: unknown) =>
  error instanceof Problem && (error.code === "not_found" || error.code === "forbidden");

/** Throws when any of these photos is not one's own to delete, or not even to be known. */
export function demandRemovable(photos: readonly MediaRights[]): void {
  // A single one that was never there is told as any hidden one is; among many, somebody else was quicker.
  if (photos.length === 0 || photos.some(({ maySee }) => !maySee)) {
    throw notFound("Photo not found");
  }
  if (!photos.every(mayDelete)) {
    throw forbidden("Only whoever uploaded a photo, an organizer or a squad admin can delete it.");
  }
}

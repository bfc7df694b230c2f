// Decision 051: why deleted photos go to the trash.
import { tellPhotos } from "../renditions/tell-photos.ts";
import { withValues } from "#contract/refusals.ts";
import { demandRemovable } from "../../access/media-access.ts";
import type { Ground } from "../../schema/ground.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import { lockShared, passOn } from "../photos/also-added-store.ts";
import { cleaningQueue } from "../upkeep/cleaning.ts";
import { requeuePlayback } from "../upkeep/requeue-lost-jobs.ts";
import { findUnplayable, moveOut, moveToTrash, removeForGood, trashRights } from "./store.ts";

export type TrashParts = Pick<Ground, "database" | "activity" | "jobs">;

/**
 * Moves photos to the trash, if this person may delete all of them. It leaves alone those that are in the trash already. The person's own
 * photos that another member has added too stay, as that member's; returns their ids.
 */
export async function trashPhotos({ database, activity }: TrashParts, userId: string, ids: readonly string[]) {
  const photos = await trashRights(database, userId, ids);
  demandRemovable(photos);
  const { moved, staying } = await database.transact(async (tx) => {
    const shared = await lockShared(tx, ids, userId);
    const others = ids.filter((id) => !shared.includes(id));
    const trashed = others.length > 0 ? await moveToTrash(tx, userId, others, new Date()) : [];
    await passOn(tx, shared, userId);
    return { moved: trashed, staying: shared };
  });
  // Others were quicker: the photos are in the trash, deleted for good, or clips of Live Photos.
  if (moved.length + staying.length === 0) demandRemovable(await trashRights(database, userId, ids));
  tellPhotos(activity, [...moved, ...photos.filter(({ id }) => staying.includes(id))]);
  return staying;
}

/**
 * Moves photos from the trash back to their galleries. A photo stays in the trash when its gallery has the same bytes again; the others
 * return, and the refusal says so.
 */
export async function restorePhotos({ database, jobs, activity }: TrashParts, userId: string, ids: readonly string[]) {
  const photos = await trashRights(database, userId, ids);
  demandRemovable(photos);
  const trashed = photos.filter(({ isTrashed }) => isTrashed);
  const staying = await database.transact((tx) =>
    moveOut(
      tx,
      trashed.map(({ id }) => id),
    ),
  );
  tellPhotos(activity, trashed);
  // The job of a video ended when the video went to the trash.
  await requeuePlayback(
    jobs,
    await findUnplayable(
      database,
      trashed.map(({ id }) => id),
    ),
  );
  if (staying.length === 0) return;
  throw new Problem("conflict", withValues("photos_stay_in_trash", { count: trashed.length, staying: staying.length }));
}

/** Deletes a photo in the trash, and has a job remove its files. */
export async function deleteForGood({ database, jobs, activity }: TrashParts, userId: string, id: string) {
  const photos = (await trashRights(database, userId, [id])).filter(({ isTrashed }) => isTrashed);
  demandRemovable(photos);
  await database.transact(async (tx) => {
    if (!(await removeForGood(tx, id))) throw notFound("photo_not_found");
    await jobs.send(tx, cleaningQueue, { isForFiles: true });
  });
  jobs.wake(cleaningQueue);
  tellPhotos(activity, photos);
}

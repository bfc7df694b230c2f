import type { Database } from "../../db/connect.ts";
import { forbidden, notFound } from "../../http/problem.ts";
import type { Serve } from "../../http/serve.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Live } from "../../live/live.ts";
import type { MediaTie } from "../access.ts";
import { cleaningQueue } from "../upkeep/cleaning.ts";
import { emptyList, keepList, listOf, removeMany, tiesToMany } from "./gallery-delete-store.ts";
import { hintsOf } from "../renditions/rendition-jobs.ts";

interface Parts {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly live: Live;
}

/** Deleting many photos of a gallery at once. */
export function galleryDeleteRoutes(serve: Serve, { database, jobs, live }: Parts): void {
  async function remove(userId: string, ids: readonly string[], ties: readonly MediaTie[], list?: string) {
    await database.transact(async (tx) => {
      const removed = await removeMany(tx, ids);
      if (removed === 0 && !list) throw notFound("Photo not found");
      if (list) await emptyList(tx, list);
      await jobs.send(tx, cleaningQueue, {});
    });
    jobs.wake(cleaningQueue);
    live.tell(...hintsOf(ties, userId));
  }

  serve.call("POST /api/media/delete", async ({ viewer, body }) => {
    const ties = await tiesToMany(database, viewer.id, body.ids);
    demandRemovable(ties);
    await remove(viewer.id, body.ids, ties);
    return undefined;
  });

  serve.call("POST /api/media/deletions", async ({ viewer, body }) => {
    demandRemovable(await tiesToMany(database, viewer.id, body.ids));
    return { id: await keepList(database, viewer.id, body.ids) };
  });

  serve.call("POST /api/media/deletions/finish", async ({ viewer, body }) => {
    for (const list of body.lists) {
      const ids = await listOf(database, viewer.id, list);
      if (!ids) throw notFound("These photos were not deleted: it is too long ago that you chose them.");
      const ties = await tiesToMany(database, viewer.id, ids);
      // Done already, or others were quicker: they are gone, as was wanted.
      if (ties.length === 0) continue;
      demandRemovable(ties);
      await remove(viewer.id, ids, ties, list);
    }
    return undefined;
  });
}

/** Throws when any of these photos is not one's own to delete, or not even to be known. */
function demandRemovable(ties: readonly MediaTie[]): void {
  // A single one that was never there is told as any hidden one is; among many, somebody else was quicker.
  if (ties.length === 0 || ties.some(({ isMember, isPublic }) => !isMember && !isPublic)) {
    throw notFound("Photo not found");
  }
  if (ties.some((tie) => !tie.isMember || !(tie.isUploader || tie.isOrganizer))) {
    throw forbidden("Only whoever uploaded a photo, an organizer or a squad admin can delete it.");
  }
}

import type { Database } from "../../db/connect.ts";
import { forbidden, notFound } from "../../http/problem.ts";
import type { Serve } from "../../http/serve.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Live } from "../../live/live.ts";
import { cleaningQueue } from "../upkeep/cleaning.ts";
import { removeMany, tiesToMany } from "./gallery-delete-store.ts";
import { hintsOf } from "../renditions/rendition-jobs.ts";

interface Parts {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly live: Live;
}

/** Deleting many photos of a gallery at once. */
export function galleryDeleteRoutes(serve: Serve, { database, jobs, live }: Parts): void {
  serve.call("POST /api/media/delete", async ({ viewer, body }) => {
    const ties = await tiesToMany(database, viewer.id, body.ids);
    // A single one that was never there is told as any hidden one is; among many, somebody else was quicker.
    if (ties.length === 0 || ties.some(({ isMember, isPublic }) => !isMember && !isPublic)) {
      throw notFound("Photo not found");
    }
    if (ties.some((tie) => !tie.isMember || !(tie.isUploader || tie.isOrganizer))) {
      throw forbidden("Only whoever uploaded a photo, an organizer or a squad admin can delete it.");
    }
    await database.transact(async (tx) => {
      await removeMany(tx, body.ids);
      await jobs.send(tx, cleaningQueue, {});
    });
    jobs.wake(cleaningQueue);
    live.tell(...hintsOf(ties, viewer.id));
    return undefined;
  });
}

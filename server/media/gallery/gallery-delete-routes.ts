import { Problem, notFound } from "../../platform/http/problem.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { rightsStore } from "../../access/rights-store.ts";
import { cleaningQueue } from "../upkeep/cleaning.ts";
import { hintsOf } from "../renditions/rendition-jobs.ts";
import { type DeletionParts, demandRemovable, deletionsQueue, finishList, listGone } from "./deletions.ts";
import { keepList, markDue, removeMany, takeBack } from "./gallery-delete-store.ts";

/** Deleting many photos of a gallery at once. */
export function galleryDeleteRoutes(serve: Serve, parts: DeletionParts): void {
  const { database, jobs, live } = parts;
  const rights = rightsStore(database);

  serve.call("POST /api/media/delete", async ({ viewer, body }) => {
    const found = await rights.toPhotos(viewer.id, body.ids);
    demandRemovable(found);
    await database.transact(async (tx) => {
      if ((await removeMany(tx, body.ids)) === 0) throw notFound("Photo not found");
      await jobs.send(tx, cleaningQueue, {});
    });
    jobs.wake(cleaningQueue);
    live.tell(...hintsOf(found, viewer.id));
    return undefined;
  });

  serve.call("POST /api/media/deletions", async ({ viewer, body }) => {
    demandRemovable(await rights.toPhotos(viewer.id, body.ids));
    return { id: await keepList(database, viewer.id, body.ids) };
  });

  serve.call("POST /api/media/deletions/finish", async ({ viewer, body: { lists, after } }) => {
    if (after === undefined) {
      for (const list of lists) await finishList(parts, viewer.id, list);
      return undefined;
    }
    await database.transact(async (tx) => {
      const due = await markDue(tx, viewer.id, lists);
      if (!due) throw listGone();
      const tasks = due.map((list) => ({ userId: viewer.id, list }));
      await jobs.sendLater(deletionsQueue, tasks, after, tx);
    });
    return undefined;
  });

  serve.call("POST /api/media/deletions/undo", async ({ viewer, body }) => {
    const { done, undone, unknown } = await database.transact((tx) => takeBack(tx, viewer.id, body.lists));
    if (done > 0) {
      throw new Problem(
        "conflict",
        undone > 0
          ? "It was too late for some of these photos: they are deleted. The others are back."
          : "It is too late to undo this: these photos are deleted.",
      );
    }
    if (unknown > 0) throw notFound("It is too long ago that you chose these photos to undo it.");
    return undefined;
  });
}

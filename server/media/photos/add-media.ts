import type { Tx } from "../../schema/database.ts";
import type { Ground } from "../../schema/ground.ts";
import { notFound } from "../../platform/http/problem.ts";
import type { Storage } from "../storage/storage.ts";
import { registerWrites } from "./media-store.ts";
import type { Found } from "../inspect/inspect.ts";
import { type Registered, type Registration, ownerOf, register } from "./register.ts";
import { playbackQueueOf, playbackQueues, playbackTask } from "../renditions/playback-jobs.ts";
import { pictureQueue } from "../renditions/rendition-jobs.ts";

interface AddMediaParts extends Pick<Ground, "database" | "jobs" | "activity"> {
  readonly storage: Storage;
}

type Added = Exclude<Registered, { outcome: "refused" }>;

/** Registers an upload as a photo or image; `also` writes in the same transaction. */
export type AddMedia = (registration: Registration, also?: (tx: Tx, added: Added) => Promise<void>) => Promise<Added>;

/**
 * Registers an upload in one transaction with the jobs that make its renditions, and wakes their queues. Without room for it the upload
 * stays unregistered, and can be registered later.
 */
export const addMediaWith =
  ({ database, jobs, activity, storage }: AddMediaParts): AddMedia =>
  async (registration, also) => {
    const registered = await database
      .transact(async (tx) => {
        const done = await register(registerWrites(tx), registration, new Date());
        if (done.outcome === "new") {
          const { id, live, found } = done;
          const { userId, album } = registration;
          const ownerId = ownerOf(registration);
          const squadId = album.purpose === "gallery" ? album.squadId : null;
          await storage.demandSpace(ownerId, squadId, 0, tx);
          if (album.purpose === "gallery")
            await activity.note(tx, "photo_added", { trip: album.tripId, squad: squadId, actor: userId, photo: id });
          if (live?.clipId !== id) await jobs.send(tx, pictureQueue(originalOf(found)), { id, userId });
          const video = videoOf(done);
          if (video) {
            const task = playbackTask(live?.stillId ?? id, userId, video);
            await jobs.send(tx, playbackQueueOf(task), task);
          }
        }
        if (done.outcome !== "refused") await also?.(tx, done);
        return done;
      })
      .catch(orAlbumIsGone);
    if (registered.outcome === "refused") throw registered.problem;
    if (registered.outcome === "new") {
      jobs.wake(pictureQueue(originalOf(registered.found)));
      if (videoOf(registered)) for (const queue of playbackQueues) jobs.wake(queue);
    }
    return registered;
  };

const originalOf = ({ type, width, height }: Found) => ({ fileType: type, width, height });

/** The video for which a new photo needs a playback version; undefined for a still alone. The clip of a Live Photo has three seconds. */
function videoOf({ found, live }: Extract<Added, { outcome: "new" }>) {
  if (live) return { durationMs: 3000, bytes: 0 };
  return found.film ? { durationMs: found.durationMs, bytes: found.film.bytes } : undefined;
}

/** Answers 404 when the trip or squad was deleted after the access check. */
function orAlbumIsGone(error: unknown): never {
  const isGone = error instanceof Error && "code" in error && error.code === "23503";
  throw isGone ? notFound() : error;
}

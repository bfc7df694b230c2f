import type { Database, Tx } from "../../platform/db/connect.ts";
import { notFound } from "../../platform/http/problem.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { registerWrites } from "./media-store.ts";
import { type Registered, type Registration, register } from "./register.ts";
import { playbackQueue } from "../renditions/playback-jobs.ts";
import { pictureQueue } from "../renditions/rendition-jobs.ts";

export type Added = Exclude<Registered, { outcome: "refused" }>;

/** Registers an upload as a photo or image; `also` writes in the same transaction. */
export type AddMedia = (registration: Registration, also?: (tx: Tx, added: Added) => Promise<void>) => Promise<Added>;

/** Registers an upload in one transaction with the jobs that make its renditions, and wakes their queues. */
export const addMediaWith =
  ({ database, jobs }: { readonly database: Database; readonly jobs: Jobs }): AddMedia =>
  async (registration, also) => {
    const registered = await database
      .transact(async (tx) => {
        const done = await register(registerWrites(tx), registration, new Date());
        if (done.outcome === "new") {
          const isClip = done.live?.clipId === done.id;
          if (!isClip) await jobs.send(tx, pictureQueue(done.found.type), { id: done.id });
          if (done.live) await jobs.send(tx, playbackQueue, { id: done.live.stillId });
          else if (done.found.film) await jobs.send(tx, playbackQueue, { id: done.id });
        }
        if (done.outcome !== "refused") await also?.(tx, done);
        return done;
      })
      .catch(orAlbumIsGone);
    if (registered.outcome === "refused") throw registered.problem;
    if (registered.outcome === "new") {
      jobs.wake(pictureQueue(registered.found.type));
      if (registered.found.film || registered.live) jobs.wake(playbackQueue);
    }
    return registered;
  };

/** Answers 404 when the trip or squad was deleted after the access check. */
function orAlbumIsGone(error: unknown): never {
  const isGone = error instanceof Error && "code" in error && error.code === "23503";
  throw isGone ? notFound() : error;
}

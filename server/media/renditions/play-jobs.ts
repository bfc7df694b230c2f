import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";
import type { Live } from "../../platform/live/live.ts";
import type { RunOptions } from "../processes/child.ts";
import type { Span } from "../inspect/structure.ts";
import type { PlayTask, Played } from "./playable.ts";
import { renditionParts } from "./renditions.ts";
import { awaySeconds, isAway, type PictureTask, hintsOf, isHopeless } from "./rendition-jobs.ts";

/** A film for everyone to play: the largest work there is, so one at a time. */
export const playQueue: Queue<PictureTask> = {
  name: "media-play",
  batch: 1,
  loops: 1,
  retries: 3,
  retrySeconds: 30,
  seconds: 7200,
};

/** Half an hour of video is made anew in about as long. */
const deadlineMs = 100 * 60_000;

export interface Film {
  readonly id: string;
  /** The id whose original holds it: another one than `id` when it plays in a Live Photo. */
  readonly original: string;
  /** Null for all of the original. */
  readonly span: Span | null;
  readonly squadId: string | null;
  readonly tripId: string | null;
}

export interface PlayStore {
  /** Undefined when it was deleted, or there is nothing to play. */
  findFilm(id: string): Promise<Film | undefined>;
  /** False when it was deleted meanwhile, or plays in a Live Photo now. */
  markPlayed(id: string, playback: Played["playback"] | "failed", durationMs: number | null): Promise<boolean>;
  /** Whether it plays in a Live Photo whose film is still to be made. */
  isAwaited(id: string): Promise<boolean>;
}

export interface PlayParts {
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly store: PlayStore;
  readonly live: Live;
  readonly play: (task: PlayTask, options: RunOptions) => Promise<Played>;
}

export function workOnFilms({ jobs, blobs, store, live, play }: PlayParts): void {
  jobs.handle(playQueue, async (batch) => {
    const failed = new Map<string, Error>();
    for (const job of batch) {
      const film = await store.findFilm(job.task.id);
      if (!film) continue;
      const { id, original, span } = film;
      try {
        const { playback, durationMs } =
          (await madeBefore(blobs, film)) ?? (await play({ id, original, span }, { deadlineMs }));
        const isKept = await store.markPlayed(id, playback, durationMs);
        // The job of its photo takes it, and removes it here: it is marked before that.
        if (!isKept && !(await store.isAwaited(id))) await blobs.remove(`${id}/video`);
      } catch (error) {
        if (!isHopeless(job, error)) {
          failed.set(job.id, error as Error);
          if (isAway(job, error)) await jobs.sendLater(playQueue, [job.task], awaySeconds);
          continue;
        }
        await store.markPlayed(id, "failed", null);
      }
      // What was made of it when it was still a video of its own.
      if (original !== id) for (const part of renditionParts) await blobs.remove(`${original}/${part}`);
      live.tell(...hintsOf([film]));
    }
    return failed;
  });
}

/** What was made of the film of a Live Photo while it was a video of its own plays in the photo too. */
async function madeBefore(blobs: Blobs, { id, original }: Film): Promise<Played | null> {
  const isThere = original !== id && (await blobs.copy(`${original}/video`, `${id}/video`));
  return isThere ? { playback: "ready", durationMs: null } : null;
}

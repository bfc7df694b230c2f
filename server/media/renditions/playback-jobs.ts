import { tellPhotos } from "./tell-photos.ts";
import type { Ground } from "../../schema/ground.ts";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Job, Queue } from "../../platform/jobs/jobs.ts";
import type { RunOptions } from "../processes/task.ts";
import type { Span } from "../inspect/structure.ts";
import type { PlaybackTask, PlaybackResult } from "./playback-version.ts";
import { renditionParts } from "./renditions.ts";
import { whileWanted } from "./while-wanted.ts";
import { outageRetrySeconds, isOutage, type PictureTask, isPermanent } from "./rendition-jobs.ts";

/** Longer videos have a queue of their own, so that nobody's clip waits for an hour of somebody's film. */
const maxShortSeconds = 5 * 60;
/** Videos of which we know no length take at least this much of the queue. */
const minSeconds = 5;

/** Makes the playback versions of short videos, one at a time, because nothing else needs as much processor time. */
export const playbackQueue: Queue<PictureTask> = {
  name: "media-play",
  batch: 1,
  loops: 1,
  retries: 3,
  retrySeconds: 30,
  seconds: 7200,
  turns: { of: ({ userId }) => userId ?? "repair", secondsOf: ({ seconds = minSeconds }) => seconds },
};
/** Makes those of long videos. */
const longPlaybackQueue: Queue<PictureTask> = { ...playbackQueue, name: "media-play-long" };
export const playbackQueues = [playbackQueue, longPlaybackQueue] as const;

/** The queue that a video of this length goes to. */
export const playbackQueueOf = ({ seconds = minSeconds }: Pick<PictureTask, "seconds">): Queue<PictureTask> =>
  seconds > maxShortSeconds ? longPlaybackQueue : playbackQueue;

/** Four megabits a second, as phones record. */
const typicalBytesPerSecond = 500_000;

/** The task that makes the playback version of a video of this length, or, when that is unknown, of this size. */
export function playbackTask(
  id: string,
  userId: string | null,
  video: { readonly durationMs: number | null; readonly bytes: number },
): PictureTask {
  const seconds = video.durationMs === null ? video.bytes / typicalBytesPerSecond : video.durationMs / 1000;
  return { id, ...(userId !== null && { userId }), seconds: Math.max(minSeconds, Math.round(seconds)) };
}

/** Half an hour of video takes about half an hour to transcode. */
const deadlineMs = 100 * 60_000;

interface VideoSource {
  readonly id: string;
  /** The id of the original that contains it. For a Live Photo it is that of the clip. */
  readonly original: string;
  /** Null for the whole original. */
  readonly span: Span | null;
  readonly squadId: string | null;
  readonly tripId: string | null;
}

export interface PlaybackStore {
  /** Undefined when it is deleted, in the trash, or has nothing to play. */
  findVideo(id: string): Promise<VideoSource | undefined>;
  /** False when it is deleted, or has become the clip of a Live Photo. */
  markPlayback(
    id: string,
    playback: PlaybackResult["playback"] | "failed",
    durationMs: number | null,
  ): Promise<boolean>;
  /** Whether it is the clip of a Live Photo that has no playback version yet. */
  isPhotoProcessing(id: string): Promise<boolean>;
}

export interface PlaybackParts extends Pick<Ground, "activity" | "jobs" | "blobs"> {
  readonly store: PlaybackStore;
  readonly play: (task: PlaybackTask, options: RunOptions) => Promise<PlaybackResult>;
}

export function workOnPlayback({ jobs, blobs, store, activity, play }: PlaybackParts): void {
  for (const queue of playbackQueues) jobs.handle(queue, (batch) => makeVersions(queue, batch));

  async function makeVersions(queue: Queue<PictureTask>, batch: readonly Job<PictureTask>[]) {
    const failed = new Map<string, Error>();
    for (const job of batch) {
      const video = await store.findVideo(job.task.id);
      if (!video) continue;
      const { id, original, span } = video;
      try {
        const isWanted = async () => (await store.findVideo(id)) !== undefined || store.isPhotoProcessing(id);
        const made =
          (await copyFromClip(blobs, video)) ??
          (await whileWanted(isWanted, (signal) => play({ id, original, span }, { deadlineMs, signal })));
        if (!made) continue;
        const { playback, durationMs } = made;
        const isKept = await store.markPlayback(id, playback, durationMs);
        // While the Live Photo is in the making, its own job uses this file: it marks the photo, and then removes the clip's files.
        if (!isKept && !(await store.isPhotoProcessing(id))) await blobs.remove(`${id}/video`);
      } catch (error) {
        if (!isPermanent(job, error)) {
          failed.set(job.id, error as Error);
          if (isOutage(job, error)) await jobs.sendLater(queue, [job.task], outageRetrySeconds);
          continue;
        }
        await store.markPlayback(id, "failed", null);
      }
      // Removes the renditions that the clip had while it was a separate video.
      if (original !== id) for (const part of renditionParts) await blobs.remove(`${original}/${part}`);
      tellPhotos(activity, [video]);
    }
    return failed;
  }
}

/** Copies the playback version that a clip had while it was a separate video; null when there is none. */
async function copyFromClip(blobs: Blobs, { id, original }: VideoSource): Promise<PlaybackResult | null> {
  const isThere = original !== id && (await blobs.copy(`${original}/video`, `${id}/video`));
  return isThere ? { playback: "ready", durationMs: null } : null;
}

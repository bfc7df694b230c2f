// Decision 040: why small pictures come first and larger ones wait.
import { tellPhotos } from "./tell-photos.ts";
import type { Ground } from "../../schema/ground.ts";
import type { Handler, Job, Queue } from "../../platform/jobs/jobs.ts";
import { type RunOptions, TaskFault } from "../processes/task.ts";
import { type Original, isHeavy, sourceKindOf } from "../processes/source-kind.ts";
import type { RenderTask, Rendered, RenditionType } from "./render.ts";
import { type Rendition, largerRenditions } from "./renditions.ts";
import { whileWanted } from "./while-wanted.ts";

export interface PictureTask {
  readonly id: string;
  /** The person who waits for it. Repairs have none, and share one turn. */
  readonly userId?: string;
  /** The length of a video. */
  readonly seconds?: number;
}

const pictureTurns = { of: ({ userId }: PictureTask) => userId ?? "repair", secondsOf: () => 1 };

/** Makes thumbnails and placeholders, for which pages wait. */
export const gridQueue: Queue<PictureTask> = {
  name: "media-grid",
  batch: 4,
  loops: 2,
  retries: 5,
  retrySeconds: 2,
  turns: pictureTurns,
};
/** Makes all renditions of videos, HEIC photos and huge pictures, which take long to decode. Other photos do not wait behind them. */
export const heavyQueue: Queue<PictureTask> = {
  name: "media-heavy",
  batch: 1,
  loops: 1,
  retries: 5,
  retrySeconds: 2,
  turns: pictureTurns,
};
/** Makes the larger renditions, one at a time, so that thumbnails are never delayed for long. */
export const screenQueue: Queue<PictureTask> = {
  name: "media-screen",
  batch: 2,
  loops: 1,
  retries: 3,
  retrySeconds: 30,
  turns: pictureTurns,
};

const deadlineMs = 120_000;

/** A larger rendition waits until no thumbnail was made for `quietMs`, and at most for `maxWaitMs`. */
const quietMs = 400;
const maxWaitMs = 20_000;
const pollMs = 100;

/** The queue that makes the renditions of a new photo or video. */
export const pictureQueue = (original: Original): Queue<PictureTask> => (isHeavy(original) ? heavyQueue : gridQueue);

export interface Picture {
  readonly id: string;
  readonly fileType: string;
  readonly isAnimated: boolean;
  readonly width: number;
  readonly height: number;
  readonly renditionType: RenditionType;
  readonly squadId: string | null;
  readonly tripId: string | null;
}

export interface RenditionStore {
  findPictures(ids: readonly string[]): Promise<Picture[]>;
  /** Stores also the size that was shown, where the file said another one. Resolves with the ids that still exist. */
  markReady(made: readonly (Rendered & { readonly id: string })[]): Promise<string[]>;
  markFailed(id: string): Promise<void>;
}

export interface RenditionParts extends Pick<Ground, "activity" | "jobs" | "blobs"> {
  readonly store: RenditionStore;
  readonly render: Render;
}

/** Makes renditions in a media process. */
export type Render = (task: RenderTask, options: RunOptions) => Promise<Rendered>;

/** The task that makes these sizes of a picture. */
export const renderTask = (
  picture: Pick<Picture, "id" | "fileType" | "isAnimated" | "renditionType" | "width" | "height">,
  sizes: readonly Rendition[],
  hash: boolean,
): RenderTask => ({
  id: picture.id,
  sizes,
  hash,
  type: picture.renditionType,
  source: sourceKindOf(picture.fileType),
  isHeavy: isHeavy(picture),
  isAnimated: picture.isAnimated,
});

export function workOnRenditions({ jobs, blobs, store, activity, render }: RenditionParts): void {
  let runningBatches = 0;
  let lastThumbnailAt = 0;
  const untilQuiet = async () => {
    const isQuiet = () => runningBatches === 0 && performance.now() - lastThumbnailAt > quietMs;
    for (const until = performance.now() + maxWaitMs; !isQuiet() && performance.now() < until;)
      await new Promise((done) => setTimeout(done, pollMs).unref());
  };
  const counted =
    (handler: Handler<PictureTask>): Handler<PictureTask> =>
    async (batch) => {
      runningBatches++;
      try {
        return await handler(batch);
      } finally {
        runningBatches--;
        lastThumbnailAt = performance.now();
      }
    };

  const makeFirst: Handler<PictureTask> = counted(async (batch) => {
    const failed = new Map<string, Error>();
    const pictures = new Map(
      (await store.findPictures(batch.map(({ task }) => task.id))).map((found) => [found.id, found]),
    );
    const made: (Rendered & { readonly id: string })[] = [];
    const failedIds: string[] = [];
    await Promise.all(
      batch.map(async (job) => {
        const picture = pictures.get(job.task.id);
        if (!picture) return;
        try {
          const task = renderTask(picture, firstSizes(picture), true);
          const rendered = await whileWanted(
            async () => (await store.findPictures([picture.id])).length > 0,
            (signal) => render(task, { deadlineMs, signal }),
          );
          if (rendered) made.push({ id: picture.id, ...rendered });
        } catch (error) {
          if (isPermanent(job, error)) failedIds.push(picture.id);
          else failed.set(job.id, error as Error);
          if (isOutage(job, error)) await jobs.sendLater(pictureQueue(picture), [job.task], outageRetrySeconds);
        }
      }),
    );
    const kept = new Set(await store.markReady(made));
    for (const id of failedIds) await store.markFailed(id);
    for (const { id } of made.filter(({ id }) => !kept.has(id)))
      for (const size of firstSizes(pictures.get(id)!)) await blobs.remove(`${id}/${size}`);
    const ready = [...kept].map((id) => pictures.get(id)!);
    const next = batch
      .map(({ task }) => task)
      .filter(({ id }) => {
        const picture = kept.has(id) ? pictures.get(id) : undefined;
        return picture && !isHeavy(picture) && largerRenditions(picture).length > 0;
      });
    if (next.length > 0) await jobs.sendNow(screenQueue, next);
    jobs.wake(screenQueue);
    tellPhotos(activity, [...ready, ...failedIds.map((id) => pictures.get(id)!)]);
    return failed;
  });
  jobs.handle(gridQueue, makeFirst);
  jobs.handle(heavyQueue, makeFirst);

  jobs.handle(screenQueue, async (batch) => {
    const failed = new Map<string, Error>();
    for (const job of batch) {
      await untilQuiet();
      const [picture] = await store.findPictures([job.task.id]);
      if (!picture) continue;
      try {
        const sizes = largerRenditions(picture);
        const { id } = picture;
        await render(renderTask(picture, sizes, false), { deadlineMs });
        const isGone = (await store.findPictures([id])).length === 0;
        if (isGone) for (const size of sizes) await blobs.remove(`${id}/${size}`);
      } catch (error) {
        // The thumbnail exists. The larger sizes are made when somebody opens the photo.
        if (!isPermanent(job, error)) failed.set(job.id, error as Error);
      }
    }
    return failed;
  });
}

/** The sizes of the first job: the thumbnail, and for heavy originals all sizes, so that they are decoded once. */
const firstSizes = (picture: Picture): Rendition[] => [...(isHeavy(picture) ? largerRenditions(picture) : []), "thumb"];

/**
 * Whether a retry is useless: the file is undecodable or missing, it takes too long again, or this was the last try. A stop, an outage or a
 * missing sandbox never counts.
 */
export function isPermanent(job: Pick<Job<PictureTask>, "isLast" | "isRetry">, error: unknown): boolean {
  if (!(error instanceof TaskFault)) return false;
  if (isOurs(error)) return false;
  if (error.kind === "overdue" && job.isRetry) return true;
  return job.isLast || error.fault === "undecodable" || error.fault === "missing";
}

/** Whether the file has nothing to do with it. */
const isOurs = ({ kind, fault }: TaskFault) => kind === "stopped" || kind === "unavailable" || fault === "away";

/** The delay before the job is sent anew, after an outage of the object store at its last try. */
export const outageRetrySeconds = 120;

/** Whether the last try failed for a reason that has nothing to do with the file. The job is then sent anew later. */
export const isOutage = (job: Pick<Job<PictureTask>, "isLast">, error: unknown): boolean =>
  job.isLast && error instanceof TaskFault && isOurs(error);

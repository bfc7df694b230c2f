// Decision 040: why small pictures come first and larger ones wait.
import type { LiveEvent } from "#contract/live.ts";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Handler, Job, Jobs, Queue } from "../../platform/jobs/jobs.ts";
import type { Live } from "../../platform/live/live.ts";
import { type RunOptions, TaskFault } from "../processes/child.ts";
import { isHeavy, sourceFor } from "../processes/source.ts";
import type { RenderTask, Rendered, RenditionType } from "./render.ts";
import { type Rendition, largerRenditions } from "./renditions.ts";

export interface PictureTask {
  readonly id: string;
}

/** The small picture and the placeholder: what a page waits for. */
export const gridQueue: Queue<PictureTask> = { name: "media-grid", batch: 4, loops: 2, retries: 5, retrySeconds: 2 };
/** All pictures of what takes long to decode: HEIC photos and videos. Others do not wait behind them. */
export const heavyQueue: Queue<PictureTask> = { name: "media-heavy", batch: 1, loops: 1, retries: 5, retrySeconds: 2 };
/** The larger pictures, one at a time, so that there is always room for a small one. */
export const screenQueue: Queue<PictureTask> = {
  name: "media-screen",
  batch: 2,
  loops: 1,
  retries: 3,
  retrySeconds: 30,
};

const deadlineMs = 120_000;

/** A larger picture is not begun while small ones are made, or were until so lately that more may come; but it does not wait for ever. */
const quietMs = 400;
const mostPatienceMs = 20_000;
const lookMs = 100;

/** Which queue makes the pictures of a new photo or video. */
export const pictureQueue = (fileType: string): Queue<PictureTask> => (isHeavy(fileType) ? heavyQueue : gridQueue);

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
  /** Those that were deleted meanwhile are not among the ids it answers. */
  markReady(made: readonly { readonly id: string; readonly placeholder: string | null }[]): Promise<string[]>;
  markFailed(id: string): Promise<void>;
}

export interface RenditionParts {
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly store: RenditionStore;
  readonly live: Live;
  readonly render: Render;
}

/** Has a process make pictures. */
export type Render = (task: RenderTask, options: RunOptions) => Promise<Rendered>;

/** What is asked for to have these sizes of a picture. */
export const renderTask = (
  picture: Pick<Picture, "id" | "fileType" | "isAnimated" | "renditionType">,
  sizes: readonly Rendition[],
  hash: boolean,
): RenderTask => ({
  id: picture.id,
  sizes,
  hash,
  type: picture.renditionType,
  source: sourceFor(picture.fileType),
  isAnimated: picture.isAnimated,
});

export function workOnRenditions({ jobs, blobs, store, live, render }: RenditionParts): void {
  let batchesUnderWay = 0;
  let lastSmallAt = 0;
  const untilQuiet = async () => {
    const isQuiet = () => batchesUnderWay === 0 && performance.now() - lastSmallAt > quietMs;
    for (const until = performance.now() + mostPatienceMs; !isQuiet() && performance.now() < until;)
      await new Promise((done) => setTimeout(done, lookMs).unref());
  };
  const counted =
    (handler: Handler<PictureTask>): Handler<PictureTask> =>
    async (batch) => {
      batchesUnderWay++;
      try {
        return await handler(batch);
      } finally {
        batchesUnderWay--;
        lastSmallAt = performance.now();
      }
    };

  const makeFirst: Handler<PictureTask> = counted(async (batch) => {
    const failed = new Map<string, Error>();
    const pictures = new Map(
      (await store.findPictures(batch.map(({ task }) => task.id))).map((found) => [found.id, found]),
    );
    const made: { id: string; placeholder: string | null }[] = [];
    const spoilt: string[] = [];
    await Promise.all(
      batch.map(async (job) => {
        const picture = pictures.get(job.task.id);
        if (!picture) return;
        try {
          made.push({
            id: picture.id,
            ...(await render(renderTask(picture, firstSizes(picture), true), { deadlineMs })),
          });
        } catch (error) {
          if (isHopeless(job, error)) spoilt.push(picture.id);
          else failed.set(job.id, error as Error);
          if (isAway(job, error)) await jobs.sendLater(pictureQueue(picture.fileType), [job.task], awaySeconds);
        }
      }),
    );
    const kept = new Set(await store.markReady(made));
    for (const id of spoilt) await store.markFailed(id);
    for (const { id } of made.filter(({ id }) => !kept.has(id)))
      for (const size of firstSizes(pictures.get(id)!)) await blobs.remove(`${id}/${size}`);
    const ready = [...kept].map((id) => pictures.get(id)!);
    const next = ready
      .filter((picture) => !isHeavy(picture.fileType) && largerRenditions(picture).length > 0)
      .map(({ id }) => ({ id }));
    if (next.length > 0) await jobs.sendNow(screenQueue, next);
    jobs.wake(screenQueue);
    live.tell(...hintsOf([...ready, ...spoilt.map((id) => pictures.get(id)!)]));
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
        // Its small picture stands; the larger ones are tried again when somebody asks for them.
        if (!isHopeless(job, error)) failed.set(job.id, error as Error);
      }
    }
    return failed;
  });
}

/** What a page waits for; of what takes long to decode, everything at once. */
const firstSizes = (picture: Picture): Rendition[] => [
  ...(isHeavy(picture.fileType) ? largerRenditions(picture) : []),
  "thumb",
];

/** The bytes make no picture, or it was the last try. That we are stopping says nothing about the picture. */
export function isHopeless(job: Pick<Job<PictureTask>, "isLast">, error: unknown): boolean {
  if (!(error instanceof TaskFault)) return false;
  if (error.kind === "stopped" || error.fault === "away") return false;
  return job.isLast || error.fault === "undecodable" || error.fault === "missing";
}

/** How long a store that was away at the last try is given before the next first one. */
export const awaySeconds = 120;

/** It was the last try, and only the store could not be reached, or we are stopping: it is begun anew later. */
export const isAway = (job: Pick<Job<PictureTask>, "isLast">, error: unknown): boolean =>
  job.isLast && error instanceof TaskFault && (error.fault === "away" || error.kind === "stopped");

/** One hint for each trip and squad, however many pictures they got. */
export function hintsOf(
  places: readonly { readonly squadId: string | null; readonly tripId: string | null }[],
  by?: string,
): LiveEvent[] {
  const scopes = new Map<string, LiveEvent>();
  for (const { squadId, tripId } of places) {
    if (tripId) scopes.set(tripId, { scope: "trip", id: tripId, kind: "media", ...(by && { by }) });
    if (squadId) scopes.set(squadId, { scope: "squad", id: squadId, kind: "media", ...(by && { by }) });
  }
  return [...scopes.values()];
}

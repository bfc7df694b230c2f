import { hash } from "node:crypto";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Blobs } from "../platform/blobs/blobs.ts";
import { nameOfPlace, tellPlace } from "../platform/blobs/open-blobs.ts";
import type { Config } from "../platform/config/config.ts";
import type { Database } from "../platform/db/connect.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Sessions } from "../platform/http/session.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Live } from "../platform/live/live.ts";
import { guessStore } from "../platform/throttle/store.ts";
import { type AddMedia, addMediaWith } from "./photos/add-media.ts";
import { type Child, TaskFault, openChild } from "./processes/child.ts";
import { cleaningQueue, workOnCleaning } from "./upkeep/cleaning.ts";
import { cleaningStore } from "./upkeep/cleaning-store.ts";
import { workOnDeletions } from "./gallery/deletions.ts";
import { askOwnership } from "./upkeep/ownership.ts";
import { ownershipStore } from "./upkeep/ownership-store.ts";
import { strandedStore } from "./upkeep/stranded-store.ts";
import { strandedQueue, workOnStranded } from "./upkeep/stranded.ts";
import { galleryDeleteRoutes } from "./gallery/gallery-delete-routes.ts";
import { galleryRoutes } from "./gallery/gallery-routes.ts";
import type { Found, Refused } from "./inspect/inspect.ts";
import { objectRoutes } from "./objects/object-routes.ts";
import { objectStore } from "./objects/object-store.ts";
import { onDemand } from "./objects/on-demand.ts";
import type { PlayTask, Played } from "./renditions/playable.ts";
import { workOnFilms } from "./renditions/play-jobs.ts";
import { playStore } from "./renditions/play-store.ts";
import type { RenderTask, Rendered } from "./renditions/render.ts";
import { type Render, workOnRenditions } from "./renditions/rendition-jobs.ts";
import { renditionStore } from "./renditions/rendition-store.ts";
import { knownRoutes } from "./uploads/known-routes.ts";
import { openDirect } from "./uploads/direct.ts";
import { demandRoom } from "./uploads/quota.ts";
import { openPieces } from "./uploads/pieces.ts";
import { piecesRoutes } from "./uploads/pieces-routes.ts";
import { piecesStore } from "./uploads/pieces-store.ts";
import { memoryOf } from "./photos/limits.ts";
import { mediaRoutes } from "./photos/routes.ts";
import { openShelf } from "./objects/shelf.ts";
import type { Upload } from "./uploads/upload-address.ts";
import { uploadKey } from "./uploads/secret.ts";
import { uploadRoutes } from "./uploads/upload-routes.ts";
import { uploadStore } from "./uploads/upload-store.ts";
import { largestOf, receiveUpload } from "./uploads/uploads.ts";
import { zipRoutes } from "./zip/routes.ts";
import type { Tools } from "./worker.ts";

interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly blobs: Blobs;
  readonly jobs: Jobs;
  readonly live: Live;
  readonly log: { warn(line: string): void };
}

type App = Parameters<typeof objectRoutes>[0];

/** The way in for files that no request brings. They are inspected, and count, as uploads do. */
export interface Intake {
  /** As an upload of this id; refuses what is no photo or video, or too large, with a sentence for people. */
  receive(upload: Upload, source: Readable): Promise<Found>;
  /** Makes a picture of what was received. */
  readonly add: AddMedia;
  /** The most bytes that any one file may have. */
  readonly largestBytes: number;
}

export interface MediaPart {
  readonly intake: Intake;
  routes(app: App, serve: Serve, sessions: Sessions): void;
  /** Works off what is waiting, and cleans up every hour, in the background. */
  start(): void;
  /** Ends the media processes; what they were at is done again by the next start. */
  stop(): Promise<void>;
}

const worker = fileURLToPath(new URL("worker.ts", import.meta.url));
const idleMs = 15_000;
const inspectMs = 60_000;
const hourSeconds = 3600;
/** Addresses of the object store that one person gets: at once, and one more each so many seconds. Above it, files come through us. */
const directOnes = { atOnce: 1000, everySeconds: 5 };
/** A server that is restarted every half an hour cleans up too. */
const firstCleaningMs = 60_000;

/** A file over which the process died twice, alone, is none to take. */
function orSpoilt(error: unknown): Refused {
  if (!(error instanceof TaskFault) || error.kind !== "died") throw error;
  return {
    code: "broken_file",
    sentence: "This file is damaged or incomplete. Please choose the original file again.",
  };
}

const inspectorOf = (): Child<{ path: string }, Found | Refused> =>
  openChild({ module: worker, args: ["inspect"], atOnce: 2, idleMs, memoryBytes: memoryOf.inspect });

/** Uploads, galleries, renditions and `/objects`. */
export function mediaPart({ config, database, blobs, jobs, live, log }: Parts): MediaPart {
  const tools: Tools = { ffmpeg: config.ffmpeg };
  const env = tellPlace(config);
  const limits = { maxImageBytes: config.maxImageBytes, maxVideoBytes: config.maxVideoBytes };
  const inspector = inspectorOf();
  // A large video takes seconds to read; photos do not wait for it.
  const filmInspector = inspectorOf();
  const renderer: Child<RenderTask, Rendered> = openChild({
    module: worker,
    args: ["render", JSON.stringify(tools)],
    env,
    atOnce: 6,
    idleMs,
    memoryBytes: memoryOf.render,
  });
  const inspect = (path: string, isFilm: boolean) =>
    (isFilm ? filmInspector : inspector).run({ path }, { deadlineMs: inspectMs }).catch(orSpoilt);
  // What it takes, it never gives back.
  const heavyRenderer: Child<RenderTask, Rendered> = openChild({
    module: worker,
    args: ["render", JSON.stringify(tools)],
    env,
    atOnce: 1,
    idleMs: 2000,
    memoryBytes: memoryOf.renderHeavy,
  });
  const player: Child<PlayTask, Played> = openChild({
    module: worker,
    args: ["play", JSON.stringify(tools)],
    env,
    atOnce: 1,
    idleMs: 2000,
    memoryBytes: memoryOf.play,
  });
  const children = [inspector, filmInspector, renderer, heavyRenderer, player];
  const render: Render = (task, options) => (task.source === "picture" ? renderer : heavyRenderer).run(task, options);
  const pictures = renditionStore(database);
  workOnRenditions({ jobs, blobs, store: pictures, live, render });
  workOnFilms({ jobs, blobs, store: playStore(database), live, play: player.run });
  const owning = { blobs, store: ownershipStore(database), place: nameOfPlace(config) };
  const mayRemove = askOwnership(owning, (line) => log.warn(line));
  workOnCleaning({ jobs, blobs, store: cleaningStore(database), mayRemove });
  workOnStranded({ jobs, store: strandedStore(database) });
  workOnDeletions({ jobs, database, live });
  let cleaning: NodeJS.Timeout[] = [];
  let marking: Promise<unknown> = Promise.resolve();
  const clean = () =>
    void Promise.all([cleaningQueue, strandedQueue].map((queue) => jobs.sendNow(queue, [{}], hourSeconds))).catch(
      () => {},
    );

  const uploads = uploadStore(database);
  const pieces = piecesStore(database);
  const taking = { blobs, store: uploads, inspect, ...limits };
  const mostBytes = (fileType: string | undefined) =>
    fileType?.startsWith("image/") ? limits.maxImageBytes : largestOf(limits);
  const guesses = guessStore(database);
  const direct = openDirect(blobs.direct, {
    ...taking,
    mayHaveOne: async (userId) =>
      !config.rateLimits || (await guesses.take(hash("sha256", `direct ${userId}`, "buffer"), directOnes)) === null,
    holds: {
      ...pieces,
      create: (upload) => pieces.create(upload, (load) => demandRoom(load, upload.size, largestOf(limits))),
    },
  });

  return {
    intake: {
      receive: (upload, source) => receiveUpload(taking, upload, source),
      add: addMediaWith({ database, jobs }),
      largestBytes: largestOf(limits),
    },
    routes(app, serve, sessions) {
      uploadRoutes(app, serve, {
        blobs,
        sessions,
        store: uploads,
        key: uploadKey(uploads),
        inspect,
        warm: inspector.warm,
        ...limits,
        rateLimits: config.rateLimits,
        direct,
        mostBytes,
      });
      piecesRoutes(app, serve, {
        pieces: openPieces({ ...taking, pieces }),
        store: pieces,
        sessions,
        mostBytes,
        rateLimits: config.rateLimits,
        warm: inspector.warm,
      });
      knownRoutes(serve, database);
      galleryRoutes(serve, database);
      galleryDeleteRoutes(serve, { database, jobs, live });
      zipRoutes(serve, { database, blobs, rateLimits: config.rateLimits });
      mediaRoutes(serve, { database, jobs, live, direct });
      objectRoutes(app, {
        blobs,
        shelf: openShelf(blobs),
        sessions,
        store: objectStore(database),
        make: onDemand({ blobs, store: pictures, render }),
      });
    },
    start() {
      jobs.start();
      if (!config.worker) return;
      // Asked again before anything is removed: a store that does not answer yet is no matter.
      marking = mayRemove().catch(() => {});
      cleaning = [setTimeout(clean, firstCleaningMs).unref(), setInterval(clean, hourSeconds * 1000).unref()];
    },
    async stop() {
      cleaning.forEach(clearTimeout);
      await Promise.all([marking, ...children.map((child) => child.stop(2000))]);
    },
  };
}

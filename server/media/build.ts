import type { FastifyInstance } from "fastify";
import type { Blobs } from "../platform/blobs/blobs.ts";
import type { Config } from "../platform/config/config.ts";
import type { Database } from "../schema/database.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Sessions } from "../platform/http/session.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Live } from "../platform/live/live.ts";
import { galleryRoutes } from "./gallery/gallery-routes.ts";
import { type SendPicture, objectRoutes, sendPictureWith } from "./objects/object-routes.ts";
import { objectStore } from "./objects/object-store.ts";
import { onDemand } from "./objects/on-demand.ts";
import { openRecentImages } from "./objects/recent-images.ts";
import { openThumbnailCache } from "./objects/thumbnail-cache.ts";
import { type AddMedia, addMediaWith } from "./photos/add-media.ts";
import { knownRoutes } from "./photos/known-routes.ts";
import { mediaRoutes } from "./photos/routes.ts";
import { workOnPlayback } from "./renditions/playback-jobs.ts";
import { playbackStore } from "./renditions/playback-store.ts";
import { workOnRenditions } from "./renditions/rendition-jobs.ts";
import { renditionStore } from "./renditions/rendition-store.ts";
import type { Sandbox } from "./processes/sandbox.ts";
import type { Storage } from "./storage/storage.ts";
import { trashRoutes } from "./trash/routes.ts";
import { type Uploads, buildUploads } from "./uploads/build.ts";
import { buildUpkeep } from "./upkeep/build.ts";
import { openWorkers } from "./workers.ts";
import { zipRoutes } from "./zip/routes.ts";

interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly blobs: Blobs;
  readonly storage: Storage;
  readonly jobs: Jobs;
  readonly live: Live;
  readonly log: { warn(line: string): void };
  readonly sandbox: Sandbox;
}

/** Adds files that the server fetches itself. They are inspected and counted like uploads. */
export interface Intake extends Pick<
  Uploads,
  "receive" | "drop" | "largestBytes" | "limits" | "incoming" | "maxImageBytes"
> {
  readonly storage: Storage;
  /** Registers a received file as a photo. */
  readonly add: AddMedia;
}

export interface Media {
  readonly intake: Intake;
  readonly sendPicture: SendPicture;
  routes(app: FastifyInstance, serve: Serve, sessions: Sessions): void;
  /** Starts the jobs and the hourly clean-up, in the background. */
  start(): void;
  /** Ends the media processes. The next start repeats their unfinished tasks. */
  stop(): Promise<void>;
}

/** Builds uploads, galleries, renditions, zips and `/objects`. */
export function buildMedia({ config, database, blobs, storage, jobs, live, log, sandbox }: Parts): Media {
  const { inspect, warm, render, play, stop } = openWorkers(config, (line) => log.warn(line), sandbox);
  const uploads = buildUploads({ config, database, blobs, storage, inspect, warm });
  const upkeep = buildUpkeep({ config, database, blobs, jobs, warn: (line) => log.warn(line) });
  const renditions = renditionStore(database);
  workOnRenditions({ jobs, blobs, store: renditions, live, render });
  workOnPlayback({ jobs, blobs, store: playbackStore(database), live, play });
  const recent = openRecentImages();
  live.watch(recent.note);
  const pictures = {
    blobs,
    readThumbnail: openThumbnailCache(blobs),
    store: objectStore(database, recent),
    make: onDemand({ blobs, store: renditions, render }),
  };
  const addMedia = addMediaWith({ database, jobs, storage });
  return {
    intake: { ...uploads, storage, add: addMedia },
    sendPicture: sendPictureWith(pictures),
    routes(app, serve, sessions) {
      uploads.routes(app, serve, sessions);
      galleryRoutes(serve, database);
      trashRoutes(serve, { database, jobs, live });
      zipRoutes(serve, { database, blobs, rateLimits: config.rateLimits });
      mediaRoutes(serve, { database, live, direct: uploads.direct, addMedia });
      knownRoutes(serve, database);
      objectRoutes(app, { ...pictures, handsOver: config.proxyFiles, sessions });
    },
    start() {
      jobs.start();
      if (config.worker) upkeep.start();
    },
    async stop() {
      await Promise.all([upkeep.stop(), stop()]);
    },
  };
}

import type { Feature } from "../schema/feature.ts";
import type { Ground } from "../schema/ground.ts";
import { galleryRoutes } from "./gallery/gallery-routes.ts";
import { buildLibrary } from "./library/build.ts";
import type { Intake } from "./library/intake.ts";
import { libraryRoutes } from "./library/routes.ts";
import type { TokenOf } from "./library/tokens.ts";
import {
  type SendFile,
  type SendPicture,
  objectRoutes,
  sendFileWith,
  sendPictureWith,
} from "./objects/object-routes.ts";
import { objectStore } from "./objects/object-store.ts";
import { onDemand } from "./objects/on-demand.ts";
import {
  type ReadOpenPicture,
  type ReadPictureOfTrip,
  readOpenPictureWith,
  readPictureOfTripWith,
} from "./objects/read-picture.ts";
import { openRecentImages } from "./objects/recent-images.ts";
import { openThumbnailCache } from "./objects/thumbnail-cache.ts";
import { mediaRecordsOf } from "./own-records-store.ts";
import { addMediaWith } from "./photos/add-media.ts";
import { type AttachImage, attachImageWith } from "./photos/attach-image.ts";
import { imageStore } from "./photos/image-store.ts";
import { knownRoutes } from "./photos/known-routes.ts";
import { type TakeFiles, takeFilesWith } from "./photos/take-files.ts";
import { mediaRoutes } from "./photos/routes.ts";
import { type Sandbox, openSandbox } from "./processes/sandbox.ts";
import { workOnPlayback } from "./renditions/playback-jobs.ts";
import { playbackStore } from "./renditions/playback-store.ts";
import { workOnRenditions } from "./renditions/rendition-jobs.ts";
import { renditionStore } from "./renditions/rendition-store.ts";
import { seenRoutes } from "./seen/routes.ts";
import { type Storage, openStorage } from "./storage/storage.ts";
import { talkRoutes } from "./talk/routes.ts";
import { withFigures } from "./task-figures.ts";
import { takedownRoutes } from "./takedowns/routes.ts";
import { returnUnanswered } from "./takedowns/takedowns.ts";
import { trashRoutes } from "./trash/routes.ts";
import { buildUploads } from "./uploads/build.ts";
import { buildUpkeep } from "./upkeep/build.ts";
import { openWorkers } from "./workers.ts";
import { forgetZips } from "./zip/store.ts";
import { zipRoutes } from "./zip/routes.ts";

interface Parts extends Ground {
  readonly tokenOf: TokenOf;
}

interface Media {
  readonly feature: Feature;
  readonly storage: Storage;
  readonly sandbox: Sandbox;
  readonly intake: Intake;
  readonly attachImage: AttachImage;
  readonly takeFiles: TakeFiles;
  readonly sendFile: SendFile;
  readonly sendPicture: SendPicture;
  readonly readOpenPicture: ReadOpenPicture;
  readonly readPictureOfTrip: ReadPictureOfTrip;
}

/** Mounts uploads, galleries, pictures, comments, the trash, takedowns, zips, `/objects` and the import from photo libraries. */
export function buildMedia(parts: Parts): Media {
  const {
    app,
    serve,
    log,
    config,
    database,
    sessions,
    live,
    jobs,
    guesses,
    blobs,
    faults,
    metrics,
    activity,
    tokenOf,
  } = parts;
  const sandbox = openSandbox(config.decoderSandbox, config.dataDir, {
    info: (line) => log.info(line),
    warn: (line) => faults.tell("sandbox", line),
  });
  const sandboxed = sandbox.check();
  // The start waits for it, and a hook that fails before the server listens ends it. The start may fail before for another reason.
  sandboxed.catch(() => {});
  app.addHook("onReady", () => sandboxed);

  const warn = (line: string) => log.warn(line);
  const workers = withFigures(openWorkers(config, warn, sandbox), metrics);
  const { inspect, warm, render, play } = workers;
  const storage = openStorage(database, config);
  const uploads = buildUploads({ config, database, blobs, metrics, storage, inspect, warm });
  const upkeep = buildUpkeep({ config, database, blobs, jobs, warn });
  const renditions = renditionStore(database);
  workOnRenditions({ jobs, blobs, store: renditions, activity, render });
  workOnPlayback({ jobs, blobs, store: playbackStore(database), activity, play });
  const recent = openRecentImages();
  live.watch(recent.note);
  const pictures = {
    blobs,
    readThumbnail: openThumbnailCache(blobs),
    store: objectStore(database, recent),
    make: onDemand({ blobs, store: renditions, render }),
  };
  const addMedia = addMediaWith({ database, jobs, activity, storage });
  const intake = { ...uploads, storage, add: addMedia };
  const library = buildLibrary({ url: config.googlePhotosUrl, tokenOf, database, jobs, intake });

  uploads.routes(app, serve, sessions);
  galleryRoutes(serve, database);
  seenRoutes(serve, { database, activity });
  trashRoutes(serve, { database, jobs, activity });
  takedownRoutes(serve, { database, activity, guesses });
  talkRoutes(serve, { database, activity, guesses });
  zipRoutes(serve, { database, blobs, rateLimits: config.rateLimits });
  mediaRoutes(serve, { database, activity, direct: uploads.direct, addMedia });
  knownRoutes(serve, database);
  objectRoutes(app, { ...pictures, handsOver: config.proxyFiles, sessions });
  libraryRoutes(serve, library);
  return {
    feature: {
      start() {
        sandbox.tell();
        if (config.worker) upkeep.start();
      },
      /** Ends the media processes. The next start repeats their unfinished tasks. */
      async stop() {
        await Promise.all([upkeep.stop(), workers.stop()]);
      },
      recordsOf: mediaRecordsOf(database),
      async forget() {
        await forgetZips(database)();
        await library.forgetOld();
        await returnUnanswered({ database, activity });
      },
    },
    storage,
    sandbox,
    intake,
    attachImage: attachImageWith(imageStore),
    takeFiles: takeFilesWith(uploads.direct, storage),
    sendFile: sendFileWith(blobs),
    sendPicture: sendPictureWith(pictures),
    readOpenPicture: readOpenPictureWith(pictures),
    readPictureOfTrip: readPictureOfTripWith(pictures),
  };
}

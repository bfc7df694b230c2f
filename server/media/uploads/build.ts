import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Ground } from "../../schema/ground.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { Sessions } from "../../platform/http/session.ts";
import { databaseMemory } from "../../platform/throttle/database-memory.ts";
import { processMemory } from "../../platform/throttle/process-memory.ts";
import { openThrottle } from "../../platform/throttle/throttle.ts";
import type { Found } from "../inspect/inspect.ts";
import { memberOf, memberOfTrip } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import type { Storage } from "../storage/storage.ts";
import { type DirectFlow, openDirect } from "./direct.ts";
import { openPace } from "./pace.ts";
import { openPieces } from "./pieces.ts";
import { piecesRoutes } from "./pieces-routes.ts";
import { piecesStore } from "./pieces-store.ts";
import { type Incoming, type UploadLimits, countIncoming, demandRoom } from "./quota.ts";
import { uploadKey } from "./secret.ts";
import type { Upload } from "./upload-address.ts";
import { withUploadFigures } from "./upload-figures.ts";
import { uploadRoutes } from "./upload-routes.ts";
import { uploadStore } from "./upload-store.ts";
import { type AnnouncedFile, type UploadParts, largestOf, receiveUpload } from "./uploads.ts";

interface Parts extends Pick<UploadParts, "inspect">, Pick<Ground, "config" | "database" | "blobs" | "metrics"> {
  readonly storage: Storage;
  readonly warm: () => void;
}

/** The limit of direct addresses for one person: 1,000 at once, and one more every 5 s. Above it, files come through this server. */
const directAddresses = { atOnce: 1000, everySeconds: 5 };

export interface Uploads {
  /** Receives the bytes of `upload` from `source`. Rejects with a `Problem` when they are no photo or video, or too large. */
  receive(upload: Upload, source: Readable): Promise<Found>;
  /** Deletes an upload that was not registered. */
  drop(upload: Upload): Promise<unknown>;
  readonly largestBytes: number;
  readonly limits: UploadLimits;
  /** The files that arrive on this server right now, also by imports. */
  readonly incoming: Incoming;
  readonly maxImageBytes: number;
  readonly direct: DirectFlow;
  routes(app: FastifyInstance, serve: Serve, sessions: Sessions): void;
}

/** Builds the ways in for files: whole, in pieces, or straight into the object store. */
export function buildUploads({ config, database, blobs, metrics, storage, inspect, warm }: Parts): Uploads {
  const { rateLimits } = config;
  const sizes = { maxImageBytes: config.maxImageBytes, maxVideoBytes: config.maxVideoBytes };
  const largestBytes = largestOf(sizes);
  const incoming = countIncoming();
  const limits = { largestBytes, maxUserBytes: storage.maxUserBytes };
  const maxBytesOf = (fileType: string | undefined) =>
    fileType?.startsWith("image/") ? sizes.maxImageBytes : largestBytes;
  const rights = rightsStore(database);
  const demandPlace = async (userId: string, { size, tripId, squadId }: AnnouncedFile) => {
    const album =
      tripId !== undefined
        ? await memberOfTrip(rights, userId, tripId)
        : squadId === undefined
          ? null
          : await memberOf(rights, userId, squadId);
    await storage.demandSpace(userId, album?.squadId ?? null, size ?? 1);
  };
  const store = withUploadFigures(uploadStore(database), metrics, database);
  const pieces = piecesStore(database);
  const addresses = openThrottle(databaseMemory(database), rateLimits);
  const pace = openPace(openThrottle(processMemory(), rateLimits));
  /** Of two uploads at once on two servers, sent or announced, neither counted the other. One that finds the space exceeded is removed. */
  const demandKept = async ({ id, userId }: Upload) => {
    try {
      await storage.demandSpace(userId, null, 0);
    } catch (error) {
      if (await pieces.remove(id, userId)) await blobs.remove(`${id}/original`);
      throw error;
    }
  };
  const announce = async (upload: Parameters<typeof pieces.create>[0]) => {
    await pieces.create(upload, (load) => demandRoom(load, upload.size, limits));
    await demandKept(upload);
  };
  const uploadParts = { blobs, store, inspect, pace, demandKept, ...sizes };
  const direct = openDirect(blobs.direct, {
    ...uploadParts,
    mayHaveAddress: (userId) => addresses.tryCount(`direct ${userId}`, directAddresses),
    rows: {
      ...pieces,
      create: announce,
    },
  });
  return {
    receive: (upload, source) => receiveUpload(uploadParts, upload, source),
    drop: ({ id, userId }) => pieces.remove(id, userId),
    largestBytes,
    maxImageBytes: sizes.maxImageBytes,
    limits,
    incoming,
    direct,
    routes(app, serve, sessions) {
      uploadRoutes(app, serve, {
        ...uploadParts,
        sessions,
        key: uploadKey(store),
        warm,
        rateLimits,
        direct,
        maxBytesOf,
        demandPlace,
        limits,
        incoming,
      });
      piecesRoutes(app, serve, {
        pieces: openPieces({ ...uploadParts, pieces }),
        store: pieces,
        announce,
        sessions,
        maxBytesOf,
        demandPlace,
        rateLimits,
        pace,
        warm,
      });
    },
  };
}

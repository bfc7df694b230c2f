import type { FastifyReply, FastifyRequest } from "fastify";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Database } from "../../platform/db/connect.ts";
import { newId } from "../../platform/db/id.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import { sendRanged } from "../../platform/http/send-ranged.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { attachment } from "../photos/file-name.ts";
import { memberOf } from "../../access/squad-access.ts";
import { memberOfTrip } from "../../access/trip-access.ts";
import { rightsStore } from "../../access/rights-store.ts";
import { fairShares } from "./busy.ts";
import type { LaidFile, ZipLayout } from "./layout.ts";
import { safeName } from "./names.ts";
import { type Place, demandStill, mostFiles, tooManyFiles, zipOf } from "./photos.ts";
import { readZip } from "./read-zip.ts";
import { zipStore } from "./store.ts";

interface Parts {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly rateLimits: boolean;
}

/** Ten thousand ids, each with quotes and a comma. */
const bodyBytes = 512 * 1024;
/** Each zip is looked up and laid out whole, also for a range of one byte. */
const asks = { limit: { max: 30, perMinutes: 1 } };
const reads = { limit: { max: 120, perMinutes: 1 } };
const mostAnHour = 100;
const hourMs = 3600 * 1000;

/** Originals as one zip, sent at once or kept as an address to be read from. */
export function zipRoutes(serve: Serve, { database, blobs, rateLimits }: Parts): void {
  const store = zipStore(database);
  const rights = rightsStore(database);
  const share = rateLimits ? fairShares() : (_: string, open: () => ReturnType<typeof readZip>) => open();

  const send = (request: FastifyRequest, reply: FastifyReply, userId: string, layout: ZipLayout, fileName: string) => {
    const { size, etag } = layout;
    void reply.headers({ "content-disposition": attachment(fileName), "cache-control": "private, no-cache" });
    const open = (range?: { start: number; end: number }) =>
      share(userId, () => readZip(blobs, layout, range, demandStill(store, userId)));
    return sendRanged(request, reply, { size, etag, type: "application/zip", open });
  };

  serve.file(
    "POST /api/media/zip",
    async ({ viewer, body, request, reply }) => {
      const layout = await zipOf(store, viewer.id, unique(body.ids), {
        timeZone: body.timeZone,
        by: new Date(),
      });
      return send(request, reply, viewer.id, layout, defaultName);
    },
    { bodyBytes, ...asks },
  );

  /** Demands belonging to it. */
  async function placeOf(userId: string, tripId: string | undefined, squadId: string): Promise<Place> {
    if (tripId !== undefined) return { scope: "trip", id: (await memberOfTrip(rights, userId, tripId)).tripId };
    return { scope: "squad", id: (await memberOf(rights, userId, squadId)).squadId };
  }

  serve.call(
    "POST /api/media/zips",
    async ({ viewer, body: { ids: named, tripId, squadId, except = [], timeZone, ...filter } }) => {
      if (rateLimits && (await store.madeSince(viewer.id, new Date(Date.now() - hourMs))) >= mostAnHour) {
        throw new Problem("too_many_requests", "That was a bit much. Please wait a while and try again.", {
          retryAfter: 600,
        });
      }
      const place = named ? null : await placeOf(viewer.id, tripId, squadId!);
      const ids = named ? unique(named) : await store.idsIn(place!, viewer.id, { ...filter, except }, mostFiles + 1);
      if (ids.length > mostFiles) throw tooManyFiles();
      if (ids.length === 0) throw notFound("There are no photos to download here.");
      const { size, files, photos } = await zipOf(store, viewer.id, ids, { timeZone, by: new Date() });
      await demandFiles(blobs, files);
      const name = place && (await store.nameOf(place));
      const zip = {
        id: newId(),
        userId: viewer.id,
        ids,
        timeZone,
        fileName: name ? `${safeName(name)}.zip` : photos.length === 1 ? nameLike(files[0]!) : defaultName,
      };
      await store.keep(zip);
      const videoCount = photos.filter(({ isVideo }) => isVideo).length;
      return { url: `/api/media/zips/${zip.id}`, fileName: zip.fileName, size, count: photos.length, videoCount };
    },
    { bodyBytes, ...asks },
  );

  serve.file(
    "GET /api/media/zips/:id",
    async ({ viewer, params, request, reply }) => {
      const zip = await store.find(params.id, viewer.id);
      if (!zip) throw notFound("This download is too old. Please start it again.");
      const layout = await zipOf(store, viewer.id, zip.ids, {
        timeZone: zip.timeZone,
        by: zip.createdAt,
        mayBeGone: true,
      });
      return send(request, reply, viewer.id, layout, zip.fileName);
    },
    reads,
  );
}

const looksAtOnce = 16;

/** Better told before the download than by its end: 409 when the bytes of a photo are not where they should be. */
async function demandFiles(blobs: Blobs, files: readonly LaidFile[]): Promise<void> {
  const waiting = files.values();
  const look = async () => {
    for (const { content, size } of waiting)
      if (typeof content === "string" && (await blobs.sizeOf(content)) !== size) {
        throw new Problem("conflict", "Some of these photos cannot be read, so they cannot come as one zip.");
      }
  };
  await Promise.all(Array.from({ length: looksAtOnce }, look));
}

const defaultName = "Swellmates photos.zip";

/** Of a single photo: called like it. */
const nameLike = ({ name }: LaidFile) => name.slice(name.lastIndexOf("/") + 1).replace(/(\.[^.]{1,5})?$/, ".zip");

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

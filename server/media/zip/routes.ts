import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ground } from "../../schema/ground.ts";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import { newId } from "../../platform/db/id.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import { sendRanged } from "../../platform/http/send-stream.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { attachment } from "../photos/file-name.ts";
import { memberOf, memberOfTrip } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import { limitDownloads } from "./limit-downloads.ts";
import type { LaidFile, ZipLayout } from "./layout.ts";
import { safeName } from "./names.ts";
import { type ZipScope, demandStillAllowed, maxFiles, tooManyFiles, zipOf } from "./photos.ts";
import { readZip } from "./read-zip.ts";
import { zipStore } from "./store.ts";
import { hourMs } from "../../platform/durations.ts";

interface Parts extends Pick<Ground, "database" | "blobs"> {
  readonly rateLimits: boolean;
}

/** Enough for ten thousand ids in JSON. */
const bodyBytes = 512 * 1024;
/** Low limits, because each request lays out the whole zip, also for a range of one byte. */
const requestLimit = { limit: { max: 30, perMinutes: 1 } };
const readLimit = { limit: { max: 120, perMinutes: 1 } };
const maxPerHour = 100;

/** Originals as one zip, sent at once, or stored as a list with an address. */
export function zipRoutes(serve: Serve, { database, blobs, rateLimits }: Parts): void {
  const store = zipStore(database);
  const rights = rightsStore(database);
  const share = rateLimits ? limitDownloads() : (_: string, open: () => ReturnType<typeof readZip>) => open();

  const send = (request: FastifyRequest, reply: FastifyReply, userId: string, layout: ZipLayout, fileName: string) => {
    const { size, etag } = layout;
    void reply.headers({ "content-disposition": attachment(fileName), "cache-control": "private, no-cache" });
    const open = (range?: { start: number; end: number }) =>
      share(userId, () => readZip(blobs, layout, range, demandStillAllowed(store, userId)));
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
    { bodyBytes, ...requestLimit },
  );

  /** Demands that the person is a member of the trip or squad. */
  async function scopeOf(userId: string, tripId: string | undefined, squadId: string): Promise<ZipScope> {
    if (tripId !== undefined) return { scope: "trip", id: (await memberOfTrip(rights, userId, tripId)).tripId };
    return { scope: "squad", id: (await memberOf(rights, userId, squadId)).squadId };
  }

  serve.call(
    "POST /api/media/zips",
    async ({ viewer, body: { ids: named, tripId, squadId, except = [], timeZone, ...filter } }) => {
      if (rateLimits && (await store.countSince(viewer.id, new Date(Date.now() - hourMs))) >= maxPerHour) {
        throw new Problem("too_many_requests", "downloads_too_many_in_hour", {
          retryAfter: 600,
        });
      }
      const scope = named ? null : await scopeOf(viewer.id, tripId, squadId!);
      const ids = named ? unique(named) : await store.idsIn(scope!, viewer.id, { ...filter, except }, maxFiles + 1);
      if (ids.length > maxFiles) throw tooManyFiles();
      if (ids.length === 0) throw notFound("download_empty");
      const { size, files, photos } = await zipOf(store, viewer.id, ids, { timeZone, by: new Date() });
      await demandFiles(blobs, files);
      const name = scope && (await store.nameOf(scope));
      const zip = {
        id: newId(),
        userId: viewer.id,
        ids,
        timeZone,
        fileName: name ? `${safeName(name)}.zip` : photos.length === 1 ? zipNameFor(files[0]!) : defaultName,
      };
      await store.save(zip);
      const videoCount = photos.filter(({ isVideo }) => isVideo).length;
      return { url: `/api/media/zips/${zip.id}`, fileName: zip.fileName, size, count: photos.length, videoCount };
    },
    { bodyBytes, ...requestLimit },
  );

  serve.file(
    "GET /api/media/zips/:id",
    async ({ viewer, params, request, reply }) => {
      const zip = await store.find(params.id, viewer.id);
      if (!zip) throw notFound("download_too_old");
      const layout = await zipOf(store, viewer.id, zip.ids, {
        timeZone: zip.timeZone,
        by: zip.createdAt,
        mayBeGone: true,
      });
      return send(request, reply, viewer.id, layout, zip.fileName);
    },
    readLimit,
  );
}

const maxConcurrentChecks = 16;

/** Checks before the download that all originals exist with their sizes; 409 otherwise. */
async function demandFiles(blobs: Blobs, files: readonly LaidFile[]): Promise<void> {
  const waiting = files.values();
  const check = async () => {
    for (const { content, size } of waiting)
      if (typeof content === "string" && (await blobs.sizeOf(content)) !== size) {
        throw new Problem("conflict", "download_unreadable");
      }
  };
  await Promise.all(Array.from({ length: maxConcurrentChecks }, check));
}

const defaultName = "Swellmates photos.zip";

/** The name of a zip with a single photo. */
const zipNameFor = ({ name }: LaidFile) => name.slice(name.lastIndexOf("/") + 1).replace(/(\.[^.]{1,5})?$/, ".zip");

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

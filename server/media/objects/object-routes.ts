// Decision 032: why members cache pictures for a week and others for minutes. Decision 035: why the server hands files to a proxy alone.
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isId } from "#contract/id.ts";
import { PictureQuery } from "#contract/media.ts";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import { dataPolicy } from "../../platform/http/headers.ts";
import { notFound } from "../../platform/http/problem.ts";
import { parseInput } from "../../platform/http/serve.ts";
import { badRange, readRange, sendStream } from "../../platform/http/send-stream.ts";
import type { Sessions } from "../../platform/http/session.ts";
import { attachment } from "../photos/file-name.ts";
import type { ScreenRights, objectStore } from "./object-store.ts";
import { type ObjectParts, type Served, type StoredImage, serveImage } from "./objects.ts";

export interface PictureParts extends ObjectParts {
  readonly blobs: Blobs;
  readonly store: ReturnType<typeof objectStore>;
}

interface Parts extends PictureParts {
  readonly sessions: Sessions;
  /** A proxy sends originals and videos from the store's folder. */
  readonly handsOver: boolean;
}

/** The proxy's own path to the store's folder, which it refuses to browsers. docs/self-hosting.md has its configuration. */
const handOverPath = "/stored-files/";

/** Untrusted bytes: browsers must keep to the type that we found, run and load nothing, and let no other site embed them. */
const safeHeaders = {
  "content-security-policy": `sandbox; ${dataPolicy}`,
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/**
 * `GET /objects/{id}` sends the original, or with `?size=` a rendition; with ranges, ETag, and `?download=1` to save it. Pictures have no
 * limit of requests: one gallery asks for hundreds a minute, a whole group may share an address, and access checks are batched.
 */
export function objectRoutes(app: FastifyInstance, parts: Parts): void {
  app.route<{ Params: { id: string } }>({
    method: ["GET", "HEAD"],
    url: "/objects/:id",
    handler: async (request, reply) => {
      const { size, download, invite } = parseInput(PictureQuery, request.query);
      const { id } = request.params;
      const session = parts.sessions.tokenHashOf(request);
      const image = isId(id) ? await parts.store.findImage(session, id, invite ?? null) : null;
      if (!image) {
        // The security log names the person.
        await parts.sessions.viewerOf(request);
        throw notFound("photo_not_found");
      }
      const served = await serveImage(parts, image, size);
      void reply.headers({
        ...safeHeaders,
        "cache-control": cachingOf(image, served),
        // A browser must not show the cache of one account to the next.
        vary: "Cookie",
        ...(download === "1" && { "content-disposition": attachment(served.fileName) }),
      });
      const file = parts.handsOver && isLarge(served) ? parts.blobs.fileOf(served.key) : null;
      return file === null ? send(parts.blobs, request, reply, served) : handOver(parts.blobs, reply, served, file);
    },
  });
}

/** Sends a rendition of an image to a screen. 404 if it is not for a page of the screen's trip, or the person may not see it. */
export type SendPicture = (
  request: FastifyRequest,
  reply: FastifyReply,
  picture: ScreenRights & { readonly id: string; readonly size: "thumb" | "medium" },
) => Promise<FastifyReply>;

export const sendPictureWith =
  (parts: PictureParts): SendPicture =>
  async (request, reply, { id, size, ...screen }) => {
    const image = await parts.store.findForScreen(screen, id);
    if (!image) throw notFound("photo_not_found");
    const served = await serveImage(parts, image, size);
    const caching = served.isStopgap ? "private, no-cache" : "private, max-age=300";
    void reply.headers({ ...safeHeaders, "cache-control": caching });
    return send(parts.blobs, request, reply, served);
  };

/** A stored file as it was uploaded, for people who may have it. */
export interface StoredFile {
  /** The bytes are the blob `{id}/original`. */
  readonly id: string;
  readonly fileName: string;
  readonly fileType: string;
  readonly fileSize: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Sends a file with the headers for untrusted bytes: as a download, unless browsers show its type as a picture. */
export type SendFile = (request: FastifyRequest, reply: FastifyReply, file: StoredFile) => Promise<FastifyReply>;

/** Browsers show these by themselves. HEIC is not among them. */
const shownTypes = /^image\/(jpeg|png|webp|gif|avif)$/;

export const sendFileWith =
  (blobs: Blobs): SendFile =>
  async (request, reply, { id, fileName, fileType, fileSize, sha256 }) => {
    const asDownload = attachment(fileName);
    void reply.headers({
      ...safeHeaders,
      "cache-control": "private, no-cache",
      "content-disposition": shownTypes.test(fileType) ? asDownload.replace("attachment", "inline") : asDownload,
    });
    const file = { key: `${id}/original` as const, type: fileType, size: fileSize, etag: `"${sha256}"` };
    return send(blobs, request, reply, { ...file, fileName, isStopgap: false });
  };

/** Browsers keep a member's pictures for a week at most, so that those of a squad that the person left do not stay on the disk. */
const memberSeconds = 7 * 24 * 3600;

/**
 * The bytes at an address never change, so a member's browser need not ask again meanwhile. Pictures of public squads may also be cached by
 * proxies, but only for minutes, because the squad may turn private.
 */
function cachingOf(image: StoredImage, served: Served): string {
  if (served.isStopgap) return "private, no-cache";
  if (image.mayHaveOriginal) return `private, max-age=${memberSeconds}, immutable`;
  return image.isOpenToAll ? "public, max-age=300" : "private, max-age=300";
}

/** Renditions are small, and this process has many of them in memory. */
const isLarge = ({ key }: Served) => /\/(original|video)$/.test(key);

/** Has the proxy send the file. It answers ranges and conditions too, by an ETag of its own. */
async function handOver(blobs: Blobs, reply: FastifyReply, { key, type }: Served, file: string) {
  if ((await blobs.sizeOf(key)) === null) throw notFound("photo_not_found");
  return reply
    .type(type)
    .header("x-accel-redirect", handOverPath + file)
    .send();
}

async function send(blobs: Blobs, request: FastifyRequest, reply: FastifyReply, served: Served) {
  const { key, type, size, etag, bytes } = served;
  void reply.headers({ etag, "accept-ranges": "bytes" });
  if (isFresh(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const condition = request.headers["if-range"];
  const range = condition === undefined || condition === etag ? readRange(request.headers.range, size) : null;
  if (range === "unsatisfiable") throw badRange(reply, size);
  const blob = bytes
    ? { body: range ? bytes.subarray(range.start, range.end + 1) : bytes }
    : request.method === "HEAD"
      ? { body: undefined }
      : await blobs.open(key, range ?? undefined);
  if (!blob) throw notFound("photo_not_found");
  if (range) void reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
  void reply.type(type).header("content-length", range ? range.end - range.start + 1 : size);
  return blob.body instanceof Readable ? sendStream(reply, blob.body) : reply.send(blob.body);
}

const isFresh = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag));

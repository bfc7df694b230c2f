// Written by hand because `@fastify/send` sends files only, not streams from a bucket or a zip.
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ByteRange } from "../blobs/blobs.ts";
import { badRange, readRange } from "./range.ts";
import { sendStream } from "./send-stream.ts";

/** A long body that can be read from any byte on. */
export interface RangedBody {
  /** Bytes of the whole body. */
  readonly size: number;
  /** A strong ETag, in quotes. A download continues only if it is unchanged. */
  readonly etag: string;
  readonly type: string;
  /** Opens the whole body, or a range of it. Nobody else may use its buffers. Not called for HEAD. */
  open(range: ByteRange | undefined): Readable;
}

/**
 * Sends a body, or the requested range of it, with its exact length: 200, 206, 304 or 416.
 */
export async function sendRanged(
  request: FastifyRequest,
  reply: FastifyReply,
  content: RangedBody,
): Promise<FastifyReply> {
  const { size, etag, type } = content;
  void reply.headers({ etag, "accept-ranges": "bytes" });
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  const condition = request.headers["if-range"];
  const mayBePart = request.method !== "POST" && (condition === undefined || condition === etag);
  const range = mayBePart ? readRange(request.headers.range, size) : null;
  if (range === "unsatisfiable") throw badRange(reply, size);
  if (range) void reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
  void reply.type(type).header("content-length", range ? range.end - range.start + 1 : size);
  // An empty stream, because Fastify would otherwise set another content-length.
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  return sendStream(reply, content.open(range ?? undefined));
}

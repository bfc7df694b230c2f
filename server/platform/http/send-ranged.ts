import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ByteRange } from "../blobs/blobs.ts";
import { readRange } from "./range.ts";
import { sendStream } from "./send-stream.ts";

/** Something long that can be read from any of its bytes. */
export interface Ranged {
  /** Bytes of the whole. */
  readonly size: number;
  /** Strong, in quotes: a download goes on only where it is the same. */
  readonly etag: string;
  readonly type: string;
  /** The whole, or a range of it, in pieces that nobody else uses. Not called for HEAD. */
  open(range: ByteRange | undefined): Readable;
}

/** Sends it, or the range that was asked for: 200, 206, 304 or 416, with its exact length. */
export async function sendRanged(request: FastifyRequest, reply: FastifyReply, thing: Ranged): Promise<FastifyReply> {
  const { size, etag, type } = thing;
  void reply.headers({ etag, "accept-ranges": "bytes" });
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  const condition = request.headers["if-range"];
  const mayBePart = request.method !== "POST" && (condition === undefined || condition === etag);
  const range = mayBePart ? readRange(request.headers.range, size) : null;
  if (range === "unsatisfiable") {
    return reply.code(416).header("content-range", `bytes */${size}`).send();
  }
  if (range) void reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
  void reply.type(type).header("content-length", range ? range.end - range.start + 1 : size);
  // An empty stream: without one Fastify would write a length of its own.
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  return sendStream(reply, thing.open(range ?? undefined));
}

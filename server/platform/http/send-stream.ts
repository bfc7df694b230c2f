// Decision 061: why each sent buffer is detached.
// Written by hand because `reply.send` leaves sent buffers to the garbage collector.
// Written by hand because `@fastify/send` sends files only, not streams from a bucket or a zip.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { varyByCookie } from "./headers.ts";
import { freeBuffer } from "../free-buffer.ts";
import type { ByteRange } from "../blobs/blobs.ts";
import { Problem } from "./problem.ts";

/** When this many bytes wait for the connection, the source is paused. */
const maxWaitingBytes = 512 * 1024;

/**
 * Sends a stream as `reply.send` does, with the status and headers of `reply`, and frees each buffer once it is sent. Nobody else may
 * use the buffers. Rejects if the stream fails before its first byte, so that the error can be answered; a later failure closes the
 * connection.
 */
export async function sendStream(reply: FastifyReply, source: Readable): Promise<FastifyReply> {
  const { raw } = reply;
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  raw.once("close", leave);
  if (raw.destroyed) leave();
  try {
    await once(source, "readable", { signal: leaving.signal });
  } catch (error) {
    source.destroy();
    if (!leaving.signal.aborted) throw error;
    return reply.hijack();
  } finally {
    raw.off("close", leave);
  }
  // A hijacked reply runs no `onSend` hook.
  varyByCookie(reply);
  reply.hijack();
  raw.statusCode = reply.statusCode;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  await pipeline(source, connectionOf(raw)).catch((error: unknown) => {
    if (!raw.destroyed) reply.log.error({ err: error }, "A download broke off");
    raw.destroy();
  });
  return reply;
}

const connectionOf = (raw: ServerResponse) =>
  new Writable({
    highWaterMark: maxWaitingBytes,
    write(piece: Uint8Array, _encoding, done) {
      raw.write(piece, (error) => {
        freeBuffer(piece);
        done(error);
      });
    },
    final: (done) => void raw.end(done),
    destroy: (error, done) => {
      if (error) raw.destroy();
      done(error);
    },
  });

/** A long body that can be read from any byte on. */
interface RangedBody {
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

/**
 * The range that a Range header requests of `size` bytes (RFC 9110 §14). Null for the whole: no header, or one that servers may
 * ignore (another unit, several ranges, an invalid range). "unsatisfiable" means 416.
 */
export function readRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= size) return "unsatisfiable";
  return { start, end: Math.min(last === "" ? size - 1 : Number(last), size - 1) };
}

/** The refusal of an unsatisfiable range. The header that it sets tells the size. */
export function badRange(reply: FastifyReply, size: number): Problem {
  void reply.header("content-range", `bytes */${size}`);
  return new Problem("range_not_satisfiable", "range_not_satisfiable");
}

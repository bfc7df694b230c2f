// Decision 061: why each sent buffer is detached.
// Written by hand because `reply.send` leaves sent buffers to the garbage collector.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyReply } from "fastify";
import { varyByCookie } from "./headers.ts";
import { freeBuffer } from "../free-buffer.ts";

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

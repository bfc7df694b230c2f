// Decision 061: why each sent buffer is detached.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyReply } from "fastify";
import { release } from "../memory.ts";

/** Pieces that may wait for the line before the source has to. */
const mostWaitingBytes = 512 * 1024;

/**
 * Sends a stream as `reply.send` would, with the status and headers that were set, and gives back the memory of each of its pieces
 * as soon as the line has taken it: they must be the stream's own, and used by nobody afterwards. Rejects when the stream cannot
 * even begin, so that this can be answered; one that breaks off later breaks the line.
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
  reply.hijack();
  raw.statusCode = reply.statusCode;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  await pipeline(source, lineOf(raw)).catch((error: unknown) => {
    if (!raw.destroyed) reply.log.error({ err: error }, "A download broke off");
    raw.destroy();
  });
  return reply;
}

const lineOf = (raw: ServerResponse) =>
  new Writable({
    highWaterMark: mostWaitingBytes,
    write(piece: Uint8Array, _encoding, done) {
      raw.write(piece, (error) => {
        release(piece);
        done(error);
      });
    },
    final: (done) => void raw.end(done),
    destroy: (error, done) => {
      if (error) raw.destroy();
      done(error);
    },
  });

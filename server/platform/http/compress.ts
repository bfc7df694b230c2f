// Decision 048: why only some replies are compressed.
// Written by hand because `@fastify/compress` is made for all replies.
import { promisify } from "node:util";
import { brotliCompress, constants, crc32, deflateRaw, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A shorter reply gains nothing: it fits into one packet anyway. */
const minLength = 1000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const deflate = promisify(deflateRaw);
/** Quality 3: 34 kB of photos become 4.3 kB in a quarter of a millisecond, off the event loop. Slower qualities gain little. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

const accepts = (header: string | undefined, name: string) =>
  header?.split(",").some((one) => {
    const [coding, weight] = one.split(";");
    return coding!.trim().toLowerCase() === name && !/^\s*q=0(\.0*)?\s*$/.test(weight ?? "");
  }) ?? false;

/**
 * Compresses a reply text if the client accepts that. Only for replies without secrets: the length of a compressed reply shows what
 * repeats in it (BREACH).
 */
export async function compressed(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  const header = request.headers["accept-encoding"];
  const [canBrotli, canGzip] = [accepts(header, "br"), accepts(header, "gzip")];
  void reply.header("vary", "Accept-Encoding");
  if (text.length < minLength || !(canBrotli || canGzip)) return text;
  void reply.header("content-encoding", canBrotli ? "br" : "gzip");
  return canBrotli ? brotli(text, brotliOptions) : zip(text, { level: 1 });
}

/** A part of a reply, and whether it may be compressed. */
export interface Part {
  readonly text: string;
  readonly isCompressed: boolean;
}

/** A gzip header without a file name or time (RFC 1952). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const lastBlock = Buffer.from([3, 0]);

/**
 * Sends these parts as one gzip file if the client accepts that. Each part is compressed by itself, or stored as it is, so the length of
 * the whole shows no text that two parts share.
 */
export async function compressedInParts(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: readonly Part[],
): Promise<string | Buffer> {
  const text = parts.map((part) => part.text).join("");
  void reply.header("vary", "Accept-Encoding");
  if (!accepts(request.headers["accept-encoding"], "gzip")) return text;
  void reply.header("content-encoding", "gzip");
  // A part ends on a whole byte, and refers to nothing before it, so parts follow each other as they are.
  const packed = await Promise.all(
    parts.map(({ text, isCompressed }) =>
      deflate(text, { level: isCompressed ? 6 : 0, finishFlush: constants.Z_SYNC_FLUSH }),
    ),
  );
  const trailer = Buffer.alloc(8);
  const whole = Buffer.from(text);
  trailer.writeUInt32LE(crc32(whole), 0);
  trailer.writeUInt32LE(whole.length % 2 ** 32, 4);
  return Buffer.concat([gzipHeader, ...packed, lastBlock, trailer]);
}

// Decision 048: why only some replies are compressed.
// Written by hand because `@fastify/compress` is made for all replies.
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A shorter reply gains nothing: it fits into one packet anyway. */
const minLength = 1000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
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

import type { FastifyReply, FastifyRequest } from "fastify";

/** The version that a conditional request has: a version is an ETag without its quotes. Null without one. */
export const knownVersion = (request: FastifyRequest): string | null =>
  /^"([\w.]{1,64})"$/.exec(request.headers["if-none-match"] ?? "")?.[1] ?? null;

/** Names the version of a reply that is finished text, and sets the status 304 if there is no text, because the client has it. */
export function answerUnlessKnown(reply: FastifyReply, version: string, text: string | null): string {
  void reply.header("etag", `"${version}"`);
  if (text === null) void reply.code(304);
  return text ?? "";
}

import type { FastifyReply, FastifyRequest } from "fastify";

/** Sets the `Link` header (RFC 8288) to the next page of a list. Without a cursor there is no next page. */
export function nextPage(request: FastifyRequest, reply: FastifyReply, cursor: string | null): void {
  if (!cursor) return;
  const url = new URL(request.url, "http://localhost");
  url.searchParams.set("cursor", cursor);
  void reply.header("link", `<${url.pathname}${url.search}>; rel="next"`);
}

/** The first of these whose sizes add up to at most `max`, and in any case the first one: a page of things that each hold a list. */
export function upTo<T>(max: number, things: readonly T[], sizeOf: (thing: T) => number): T[] {
  let sum = 0;
  const end = things.findIndex((thing, i) => (sum += sizeOf(thing)) > max && i > 0);
  return things.slice(0, end < 0 ? things.length : end);
}

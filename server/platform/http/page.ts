import type { FastifyReply, FastifyRequest } from "fastify";

/** Sets the `Link` header (RFC 8288) to the next page of a list. Without a cursor there is no next page. */
export function nextPage(request: FastifyRequest, reply: FastifyReply, cursor: string | null): void {
  if (!cursor) return;
  const url = new URL(request.url, "http://localhost");
  url.searchParams.set("cursor", cursor);
  void reply.header("link", `<${url.pathname}${url.search}>; rel="next"`);
}

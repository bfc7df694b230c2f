import type { FastifyRequest } from "fastify";

/**
 * The call of a request with its pattern, such as `GET /api/trips/:id`: nothing that the sender chose. `none`: no route has this address.
 * The files of the web are routes of their own, and count as one.
 */
export const callOf = ({ method, routeOptions: { url } }: FastifyRequest): string =>
  url === undefined ? "none" : `${method} ${url.startsWith("/assets/") ? "/assets/*" : url}`;

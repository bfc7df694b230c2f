import type { FastifyRequest } from "fastify";
import { Problem } from "./problem.ts";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a request that changes something when a browser says it comes from another site (Sec-Fetch-Site, else Origin).
 * A client that sends neither is no browser, so nobody's cookies were borrowed.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string | undefined): void {
  if (safe.has(request.method)) return;
  const site = request.headers["sec-fetch-site"];
  const origin = request.headers.origin;
  const foreign =
    typeof site === "string"
      ? site !== "same-origin" && site !== "none"
      : origin !== undefined && origin !== (publicUrl ?? originOf(request)) && origin !== originOf(request);
  if (foreign) throw new Problem("cross_site", "This request came from another site, so it was refused.");
}

/** The origin this request was sent to, as the browser sees it. */
export const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;

/** The origin of this site, as links and passkeys name it: the configured one, or else the one this request was sent to. */
export const siteOf = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? URL.parse(originOf(request))?.origin ?? "http://localhost";

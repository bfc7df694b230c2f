// Written by hand because browsers now send Sec-Fetch-Site, which makes the tokens of CSRF libraries needless.
import type { FastifyRequest } from "fastify";
import { Problem } from "./problem.ts";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a request that may change something if a browser says that it comes from another site (Sec-Fetch-Site, else Origin). A
 * client that sends neither header is no browser, so it does not misuse a person's cookies.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string | undefined): void {
  if (safe.has(request.method)) return;
  const site = request.headers["sec-fetch-site"];
  const origin = request.headers.origin;
  const foreign =
    typeof site === "string"
      ? site !== "same-origin" && site !== "none"
      : origin !== undefined && origin !== (publicUrl ?? originOf(request)) && origin !== originOf(request);
  if (foreign) throw new Problem("cross_site", "cross_site");
}

/** Whether a browser loads this address before anybody opens it, because somebody may. */
export const isFetchedAhead = ({ headers }: FastifyRequest): boolean =>
  ["sec-purpose", "purpose", "x-moz"].some((name) => /^\s*(prefetch|preview)/i.test(String(headers[name])));

/** Whether a person opened this address in a tab, from one of our pages or by typing it. Browsers say so over https and on localhost. */
export function isOwnNavigation(request: FastifyRequest): boolean {
  if (isFetchedAhead(request)) return false;
  const { "sec-fetch-mode": mode, "sec-fetch-dest": destination, "sec-fetch-site": site } = request.headers;
  return mode === "navigate" && destination === "document" && (site === "same-origin" || site === "none");
}

/** Whether a request comes from our own pages or from none, as far as the browser says. */
export function comesFromHere(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

/** The origin that this request was sent to, as the browser sees it. Senders can invent `X-Forwarded-Host`, so it does not count. */
const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.headers.host ?? ""}`;

/** The origin of this site in links and passkeys: the configured one, or else the one that this request was sent to. */
export const siteOf = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? URL.parse(originOf(request))?.origin ?? "http://localhost";

import type { FastifyRequest } from "fastify";
import { isHttps } from "./cookies.ts";

const yearSeconds = 365 * 24 * 3600;

/**
 * The headers of every reply; pages and photos replace the policy. Replies are data: a browser that opens one as a page runs and loads
 * nothing (OWASP ASVS 5.0, 3.4.3 and 3.4.6). Over https browsers stay with https for a year, unless `HSTS=off`.
 */
export const headersOf = (
  request: FastifyRequest,
  { publicUrl, hsts }: { readonly publicUrl: string | undefined; readonly hsts: boolean },
): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  ...(hsts && isHttps(request, publicUrl) && { "strict-transport-security": `max-age=${yearSeconds}` }),
});

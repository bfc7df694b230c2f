import type { FastifyRequest } from "fastify";
import { isHttps } from "./cookies.ts";

const yearSeconds = 365 * 24 * 3600;

/** Data loads and runs nothing, sends no form, and no page embeds it (OWASP ASVS 5.0, 3.4.3 and 3.4.6). */
export const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The headers of every reply; pages and photos replace the policy. Over https browsers stay with https for a year, unless `HSTS=off`.
 */
export const headersOf = (
  request: FastifyRequest,
  { publicUrl, hsts }: { readonly publicUrl: string | undefined; readonly hsts: boolean },
): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "content-security-policy": dataPolicy,
  ...(hsts && isHttps(request, publicUrl) && { "strict-transport-security": `max-age=${yearSeconds}` }),
});

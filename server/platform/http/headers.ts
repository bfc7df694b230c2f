import type { FastifyReply, FastifyRequest } from "fastify";
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
  // Who reports a fault can name it, and the lines of the log about it are found.
  "x-request-id": request.id,
  "cache-control": "no-store",
  "content-security-policy": dataPolicy,
  ...(hsts && isHttps(request, publicUrl) && { "strict-transport-security": `max-age=${yearSeconds}` }),
});

/** Keeps a browser from showing the cache of one account to the next: replies that only the browser may keep depend on its cookies. */
export function varyByCookie(reply: FastifyReply): void {
  if (/\b(no-store|public)\b/.test(String(reply.getHeader("cache-control")))) return;
  const vary = [reply.getHeader("vary") ?? []].flat().join(", ");
  if (!/\bcookie\b/i.test(vary)) void reply.header("vary", vary === "" ? "Cookie" : `${vary}, Cookie`);
}

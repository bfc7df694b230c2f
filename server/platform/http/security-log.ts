// Decision 066: why the lines have a level of their own, and an IP address but no names.
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { isId } from "#contract/id.ts";
import type { ProblemCode } from "#contract/problems.ts";
import { Problem } from "./problem.ts";
import { type FieldsOf, type RefusalEvent, type SecurityEvent, type Way, securityEvents } from "./security-events.ts";

const accounts = new WeakMap<FastifyRequest, string>();

/** Notes whose account a request is about. The lines about this request name it. */
export function noteAccount(request: FastifyRequest, id: string): void {
  accounts.set(request, id);
}

const quietLevels = new Set(["error", "fatal", "silent"]);

/** Writes one line of the security log, and keeps it for site admins, unless `LOG_LEVEL` is `error`, `fatal` or `silent`. */
export function logSecurity<E extends SecurityEvent>(
  request: FastifyRequest,
  event: E,
  ...[fields]: (typeof securityEvents)[E]["fields"] extends readonly [] ? [] : [FieldsOf<E>]
): void {
  if (quietLevels.has(request.log.level)) return;
  const account = accounts.get(request) ?? null;
  const line = { event, ip: addressOf(request), account, ...fields };
  // The server's level is usually `warn`; a logger of its own writes these lines at `info` all the same.
  request.log.child({}, { level: "info" }).info(line, securityEvents[event].says);
  request.server.securityLines.add({ at: new Date(), event, account, fields: { ...fields } });
}

/** The client's IP address as fail2ban reads it, IPv4 in its own form; null if a proxy's header holds something else. */
const addressOf = ({ ip }: FastifyRequest) => (ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : null);

const eventsByCode: Readonly<Partial<Record<ProblemCode, RefusalEvent>>> = {
  forbidden: "access_refused",
  email_unconfirmed: "access_refused",
  not_found: "access_refused",
  cross_site: "cross_site_refused",
  bad_signature: "signature_refused",
  too_many_requests: "limit_hit",
  storage_full: "storage_full",
};

/** Writes a line of the security log for a refusal that matters to it. */
export function logRefusal(request: FastifyRequest, { code, status, extra }: Problem): void {
  const event = extra.event ?? eventsByCode[code];
  const { url } = request.routeOptions;
  // An address that leads nowhere hides nothing. "/*" is the web page.
  const leadsNowhere = url === undefined || url === "/*";
  if (event === undefined || (code === "not_found" && leadsNowhere)) return;
  const { id } = (request.params ?? {}) as { readonly id?: string };
  const target = id !== undefined && isId(id) ? id : null;
  logSecurity(request, event, { call: leadsNowhere ? null : `${request.method} ${url}`, target, status });
}

/** Returns a function that logs a refused login and throws its error again. Limits have a line of their own. */
export const logRefusedLogin =
  (request: FastifyRequest, way: Way) =>
  (error: unknown): never => {
    if (error instanceof Problem && error.code !== "too_many_requests")
      logSecurity(request, "login_refused", { way, reason: error.code });
    throw error;
  };

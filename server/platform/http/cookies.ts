import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A cookie of this site without its value. */
export interface SiteCookie {
  readonly name: string;
  readonly path: string;
  readonly sameSite: "lax" | "strict";
  /** Scripts of our pages may read it. Absent: they cannot. */
  readonly isReadable?: true;
}

export interface Cookies {
  read(request: FastifyRequest, cookie: SiteCookie): string | undefined;
  set(
    request: FastifyRequest,
    reply: FastifyReply,
    cookie: SiteCookie,
    value: string,
    life: Pick<CookieSerializeOptions, "expires" | "maxAge">,
  ): void;
  clear(request: FastifyRequest, reply: FastifyReply, cookie: SiteCookie): void;
}

/** Whether browsers reach this site over https. */
export const isHttps = (request: FastifyRequest, publicUrl: string | undefined): boolean =>
  (publicUrl?.startsWith("https:") ?? false) || request.protocol === "https";

/**
 * Reads and sets cookies. Over https their names begin with `__Host-` or `__Secure-`: browsers take such a cookie only over https, and
 * `__Host-` only from this very host, so a neighbouring domain cannot plant one (RFC 6265bis, section 4.1.3).
 */
export function openCookies(publicUrl: string | undefined): Cookies {
  const nameOf = (request: FastifyRequest, { name, path }: SiteCookie) =>
    isHttps(request, publicUrl) ? `${path === "/" ? "__Host-" : "__Secure-"}${name}` : name;
  const optionsOf = (request: FastifyRequest, { path, sameSite, isReadable }: SiteCookie) => ({
    path,
    sameSite,
    httpOnly: !isReadable,
    secure: isHttps(request, publicUrl),
  });
  return {
    read: (request, cookie) => request.cookies[nameOf(request, cookie)],
    set(request, reply, cookie, value, life) {
      void reply.setCookie(nameOf(request, cookie), value, { ...optionsOf(request, cookie), ...life });
    },
    clear(request, reply, cookie) {
      void reply.clearCookie(nameOf(request, cookie), optionsOf(request, cookie));
    },
  };
}

import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import { notFound } from "./problem.ts";
import { siteOf } from "./same-site.ts";

/** Where a site says how to report a fault in its security (RFC 9116). */
const address = "/.well-known/security.txt";
/** The text is made for each request, so it never runs out while the site is up. */
const validDays = 30;

/** Serves the operator's contact. Without one, the address answers 404. */
export function securityTxtRoute(
  app: FastifyInstance,
  { securityContact, publicUrl }: Pick<Config, "securityContact" | "publicUrl">,
): void {
  app.get(address, async (request, reply) => {
    if (securityContact === undefined) throw notFound();
    const expires = new Date(Date.now() + validDays * 24 * 3600 * 1000);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString()}`,
      "Preferred-Languages: en",
      `Canonical: ${siteOf(request, publicUrl)}${address}`,
    ];
    return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
}

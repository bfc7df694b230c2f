import { readFileSync } from "node:fs";
import path from "node:path";
import helmet from "@fastify/helmet";
import files from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "./problem.ts";
import type { Sessions } from "./session.ts";

/** Pictures may come from elsewhere: a squad's cover can be a link. Files may go to the store itself, if there is one. */
const contentSecurityPolicy = (storeOrigin: string | undefined) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "blob:", "data:", "https:"],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...(storeOrigin === undefined ? [] : [storeOrigin])],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
});

/** The page itself, for every address that is not a call, and its files. Who is signed in stands in the page, so the first view waits for nothing. */
export async function webRoutes(
  app: FastifyInstance,
  { dir, sessions, storeOrigin }: { dir: string; sessions: Sessions; storeOrigin?: string | undefined },
): Promise<void> {
  const [before, after] = readFileSync(path.join(dir, "index.html"), "utf8").split("<!--first-->") as [string, string];
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(storeOrigin),
    hsts: false,
    crossOriginEmbedderPolicy: false,
    // A page here follows the photo library's window, and closes it.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    referrerPolicy: { policy: "same-origin" },
  });
  await app.register(files, {
    root: dir,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, file) =>
      void reply.header(
        "cache-control",
        file.includes(`${path.sep}assets${path.sep}`) ? "public, max-age=31536000, immutable" : "no-cache",
      ),
  });
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    // The page is better late than absent: without a database it finds out for itself.
    const user = await sessions.viewerOf(request).catch(() => undefined);
    const first = user === undefined ? "" : `<script type="application/json" id="first">${escape({ user })}</script>`;
    // The addresses of these hold what opens an account or shows whose it is: they go nowhere, not even to our own files.
    if (/^\/(reset-password|confirm-email)/.test(request.url)) void reply.header("referrer-policy", "no-referrer");
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(before + first + after);
  };
  app.get("/", page);
  app.get("/*", async (request, reply) => {
    if (/^\/(api|objects|assets)(\/|$)/.test(request.url)) throw notFound();
    return page(request, reply);
  });
}

/** JSON that cannot end the script element it stands in. */
const escape = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

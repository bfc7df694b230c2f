import { readFileSync } from "node:fs";
import path from "node:path";
import helmet from "@fastify/helmet";
import files from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "./problem.ts";
import type { Sessions, Viewer } from "./session.ts";

/** A page loads nothing from other sites. Browsers may upload to the object store, if there is one. */
const contentSecurityPolicy = (storeOrigin: string | undefined) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "blob:", "data:"],
    // The upload sheet draws a frame of a chosen video.
    mediaSrc: ["'self'", "blob:"],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...(storeOrigin === undefined ? [] : [storeOrigin])],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
});

/** What the document of a page brings besides the person. */
export interface First {
  /** Links for the head: code and pictures to load at once. */
  readonly links: string;
  /** The JSON texts of answers by their addresses, and the `Link` headers of those that go on. */
  readonly answers: readonly { readonly address: string; readonly text: string; readonly link: string | null }[];
}

interface WebParts {
  readonly dir: string;
  readonly sessions: Sessions;
  readonly storeOrigin?: string | undefined;
  /** The pages that bring something, as routes. */
  readonly firstPages: readonly string[];
  readonly firstOf: (request: FastifyRequest, viewer: Viewer | null) => Promise<First>;
}

/**
 * Serves the web page for every path that is not a call, and its files. The document holds the signed-in person and the answers of the
 * page's first calls, so the first view needs no request.
 */
export async function webRoutes(
  app: FastifyInstance,
  { dir, sessions, storeOrigin, firstPages, firstOf }: WebParts,
): Promise<void> {
  const [before, after] = readFileSync(path.join(dir, "index.html"), "utf8").split("<!--first-->") as [string, string];
  // Pages have a policy of their own, which the policy for data would replace.
  app.addHook("onRequest", async (_request, reply) => void reply.removeHeader("content-security-policy"));
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(storeOrigin),
    // `headers.ts` sets it for all replies.
    hsts: false,
    crossOriginEmbedderPolicy: false,
    // Our page watches and closes the photo library's window.
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
    // Without a database, send the page anyway; it asks for the user later.
    const at = Date.now();
    const user = await sessions.viewerOf(request, reply).catch(() => undefined);
    const first = user === undefined ? "" : await headOf(request, user, at);
    // These URLs hold tokens, so send no referrer, not even to our own files.
    if (/^\/(reset-password|confirm-email|not-me)/.test(request.url))
      void reply.header("referrer-policy", "no-referrer");
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(before + first + after);
  };
  async function headOf(request: FastifyRequest, user: Viewer | null, at: number): Promise<string> {
    const { links, answers } = await firstOf(request, user);
    const entries = answers.map(
      ({ address, text, link }) =>
        `${JSON.stringify(address)}:{"headers":${JSON.stringify(link === null ? {} : { link })},"body":${text}}`,
    );
    const json = `{"user":${JSON.stringify(user)},"at":${at},"answers":{${entries.join()}}}`;
    return `${links}<script type="application/json" id="first">${escape(json)}</script>`;
  }
  for (const url of firstPages) app.get(url, page);
  app.get("/*", async (request, reply) => {
    if (/^\/(api|objects|assets|stored-files)(\/|$)/.test(request.url)) throw notFound();
    return page(request, reply);
  });
}

/** JSON that cannot close its script element. */
const escape = (json: string) => json.replaceAll("<", "\\u003c");

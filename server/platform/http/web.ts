import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import helmet from "@fastify/helmet";
import files from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { First } from "#contract/first.ts";
import { type Part, compressedInParts } from "./compress.ts";
import { type LinkPreview, linkTags } from "./link-tags.ts";
import type { CallAnswer } from "./first-answers.ts";
import { notFound } from "./problem.ts";
import { siteOf } from "./same-site.ts";
import type { Sessions, Viewer } from "./session.ts";

/**
 * A page loads nothing from other sites. Of the scripts in its document it runs only `scripts`, given as their texts. Browsers may upload to
 * the object store, if there is one.
 */
const contentSecurityPolicy = (storeOrigin: string | undefined, scripts: readonly string[]) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...scripts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)],
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

/** What the document of a page has besides the person. */
export interface DocumentParts {
  /**
   * Links that load the page's code. If the server draws the page, the browser follows them after its first paint, and those of a usable
   * page with its first use.
   */
  readonly code: string;
  /** Links that load pictures at once. Absent: none. */
  readonly pictures?: string;
  /** The answers of calls by their addresses. */
  readonly answers: readonly CallAnswer[];
  /** Draws the page from what the document says, the JSON of `First`. Absent: the browser draws it. */
  readonly draw?: (first: string) => Promise<string>;
  /** Returns the style rules that the drawn page uses. Absent: the style sheet and the fonts load before the page shows. */
  readonly rulesOf?: ((page: string) => Promise<string>) | undefined;
  /** Whether the drawn page is of use without code, such as links and text. */
  readonly isUsable?: boolean | undefined;
  /** What the page says about itself to search engines and chats, as text. Absent: what the front page says. */
  readonly description?: string | undefined;
  /** What they show of a link to this page, which only its holder may see. Absent: the product, with the page's description. */
  readonly preview?: LinkPreview;
}

interface WebParts {
  readonly dir: string;
  readonly sessions: Sessions;
  readonly storeOrigin?: string | undefined;
  readonly publicUrl: string | undefined;
  /** The paths of pages, as routes. */
  readonly pagePaths: readonly string[];
  readonly partsOf: (request: FastifyRequest, viewer: Viewer | null) => Promise<DocumentParts>;
}

/**
 * Serves the pages and the files of the web. Any other path that is not a call gets the same document with 404. The document holds the
 * signed-in person and the answers of the page's first calls, so the first view needs no request.
 */
export async function webRoutes(
  app: FastifyInstance,
  { dir, sessions, storeOrigin, publicUrl, pagePaths, partsOf }: WebParts,
): Promise<void> {
  const document = readFileSync(path.join(dir, "index.html"), "utf8");
  const [head = "", between = "", after = ""] = document.split(/<!--(?:first|page)-->/);
  const scripts = Array.from(document.matchAll(/<script>(.*?)<\/script>/gs), ([, text = ""]) => text);
  const { before, description: frontDescription, after: restOfHead } = aroundDescription(head);
  const { sheet, rest: betweenWithoutStyle } = cutStyle(between);
  // Pages have a policy of their own, which the policy for data would replace.
  app.addHook("onRequest", async (_request, reply) => void reply.removeHeader("content-security-policy"));
  const policy = contentSecurityPolicy(storeOrigin, scripts);
  await app.register(helmet, {
    contentSecurityPolicy: policy,
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
    globIgnore: ["worker.js"],
    setHeaders: (reply, file) =>
      void reply.header(
        "cache-control",
        file.includes(`${path.sep}assets${path.sep}`) ? "public, max-age=31536000, immutable" : "public, no-cache",
      ),
  });
  if (existsSync(path.join(dir, "worker.js"))) workerRoute(app, dir, JSON.stringify(policy));
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    // Without a database, send the page anyway; it asks for the user later.
    const at = Date.now();
    const user = await sessions.viewerOf(request, reply).catch(() => undefined);
    if (user?.isSeat) sessions.renewSeat(request, reply);
    const brought = user === undefined ? undefined : await partsOf(request, user);
    // These URLs hold tokens, so send no referrer, not even to our own files.
    if (/^\/(reset-password|confirm-email|not-me|come-back)/.test(request.url))
      void reply.header("referrer-policy", "no-referrer");
    void reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
    const first = brought
      ? firstJson(brought.answers, { user: user ?? null, at, isReturning: sessions.isReturning(request) })
      : [];
    const drawn = await brought
      ?.draw?.(first.map(({ text }) => text).join(""))
      .catch((error: unknown) => request.log.error(error, "A page could not be drawn"));
    const rules =
      drawn &&
      (await brought
        ?.rulesOf?.(drawn)
        .catch((error: unknown) => request.log.error(error, "The style rules of a page could not be found")));
    const preview = brought?.preview ?? productPreview(brought?.description ?? frontDescription);
    const open = (text: string): Part => ({ text, isCompressed: true });
    return reply.send(
      await compressedInParts(request, reply, [
        open(before),
        { text: linkTags(preview, siteOf(request, publicUrl)), isCompressed: brought?.preview === undefined },
        open(restOfHead),
        ...(brought ? headOf(brought, first, Boolean(drawn)) : []),
        open(rules ? `<style>${rules}</style>${betweenWithoutStyle}` : between),
        // It shows what the first answer says.
        { text: drawn ?? "", isCompressed: user === null || brought?.answers[0]?.isCompressed === true },
        open(rules ? after.replace("</body>", `${sheet}</body>`) : after),
      ]),
    );
  };
  /** The JSON of `First` in parts, with the answers as the calls sent them. */
  function firstJson(answers: readonly CallAnswer[], rest: Omit<First, "answers">): Part[] {
    const entries = answers.map(({ address, text, headers, isCompressed }, index) => ({
      text: `${index === 0 ? "" : ","}${JSON.stringify(address)}:{"headers":${JSON.stringify(headers)},"body":${text}}`,
      isCompressed,
    }));
    const start = `${JSON.stringify(rest).slice(0, -1)},"answers":{`;
    return [{ text: start, isCompressed: rest.user === null }, ...entries, { text: "}}", isCompressed: true }];
  }
  for (const url of pagePaths) app.get(url, page);
  app.get("/*", async (request, reply) => {
    if (/^\/(api|objects|previews|example|assets|stored-files)(\/|$)/.test(request.url)) throw notFound();
    return page(request, reply.code(404));
  });
}

/**
 * Sends the service worker. It keeps a document with the policy that the server sent, so another policy, as with a new object store, makes
 * another worker, which browsers then install.
 */
function workerRoute(app: FastifyInstance, dir: string, policy: string): void {
  const mark = `self.documentPolicy="${createHash("sha256").update(policy).digest("base64url").slice(0, 12)}";\n`;
  const worker = mark + readFileSync(path.join(dir, "worker.js"), "utf8");
  app.get("/worker.js", async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").header("cache-control", "public, no-cache").send(worker),
  );
}

/** The description in the head of the built document, and what stands before its title and after it. */
function aroundDescription(head: string): { before: string; description: string; after: string } {
  const found = /(?:<title>.*<\/title>\s*)?<meta\s+name="description"\s+content="(.*?)"\s*\/?>/.exec(head);
  if (!found) return { before: head, description: "", after: "" };
  const [tags, description = ""] = found;
  return { before: head.slice(0, found.index), description, after: head.slice(found.index + tags.length) };
}

/** The style sheet's link, and the text without it and without the links that load the fonts early. */
function cutStyle(text: string): { sheet: string; rest: string } {
  const links = /\s*<link rel="(stylesheet|preload" as="font)"[^>]*>/g;
  const sheet = [...text.matchAll(links)].flatMap(([link, rel]) => (rel === "stylesheet" ? link : [])).join("");
  return { sheet, rest: text.replaceAll(links, "") };
}

// Links in a template load nothing until the page's script takes them out.
const headOf = ({ code, pictures = "", isUsable }: DocumentParts, first: readonly Part[], isDrawn: boolean): Part[] => [
  {
    text: pictures + (isDrawn ? `<template id="code"${isUsable ? " data-usable" : ""}>${code}</template>` : code),
    isCompressed: true,
  },
  { text: '<script type="application/json" id="first">', isCompressed: true },
  ...first.map(({ text, isCompressed }) => ({ text: escape(text), isCompressed })),
  { text: "</script>", isCompressed: true },
];

/** The same for every link that shows nothing of its own, so it does not tell a wrong code from a squad that is not there. */
const productPreview = (description: string): LinkPreview => ({
  title: "Swellmates",
  description,
  picture: "/previews/swellmates",
});

/** JSON that cannot close its script element. */
const escape = (json: string) => json.replaceAll("<", "\\u003c");

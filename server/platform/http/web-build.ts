import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { buildHeader } from "#contract/build-header.ts";

/** Names the build of the web in each answer of the API, so that a page of another build learns that it is out of date. */
export function nameBuild(app: FastifyInstance, webDir: string): void {
  const build = /<html data-build="([\w-]+)"/.exec(readFileSync(path.join(webDir, "index.html"), "utf8"))?.[1];
  if (build === undefined) return;
  app.addHook("onRequest", async (request, reply) => {
    if (request.url.startsWith("/api/")) void reply.header(buildHeader, build);
  });
}

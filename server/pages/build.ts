import type { FastifyInstance } from "fastify";
import type { Blobs } from "../platform/blobs/blobs.ts";
import type { Config } from "../platform/config/config.ts";
import type { Feature } from "../schema/feature.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Sessions } from "../platform/http/session.ts";
import { webRoutes } from "../platform/http/web.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Live } from "../platform/live/live.ts";
import type { Database } from "../schema/database.ts";
import type { FindPreview } from "../squads/previews/routes.ts";
import { demoRoutes } from "./demo/routes.ts";
import { firstViews } from "./first/build.ts";
import { overviewRoutes } from "./overviews/routes.ts";

interface Parts {
  readonly app: FastifyInstance;
  readonly serve: Serve;
  readonly config: Config;
  readonly database: Database;
  readonly sessions: Sessions;
  readonly live: Live;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly findPreview: FindPreview;
  /** The built web files; undefined serves the calls alone. */
  readonly webDir: string | undefined;
}

/** Mounts the answers of whole pages, the demo, and the documents of the pages. */
export async function buildPages(parts: Parts): Promise<{ readonly feature: Feature }> {
  const { app, serve, config, sessions, blobs, findPreview, webDir } = parts;
  overviewRoutes(serve, parts);
  const demo = demoRoutes(serve, parts);
  if (webDir !== undefined) {
    const storeOrigin = await blobs.direct?.origin();
    const views = firstViews(app, { webDir, publicUrl: config.publicUrl, findPreview });
    await app.register(webRoutes, { dir: webDir, sessions, storeOrigin, publicUrl: config.publicUrl, ...views });
  }
  return { feature: { start: demo.start, stop: demo.stop, forget: demo.forgetExpired } };
}

import type { Feature } from "../schema/feature.ts";
import type { Ground } from "../schema/ground.ts";
import { webRoutes } from "../platform/http/web.ts";
import type { FindPreview } from "../squads/previews/routes.ts";
import { demoRoutes } from "./demo/routes.ts";
import { firstViews } from "./first/build.ts";
import { overviewRoutes } from "./overviews/routes.ts";
import { shareRoute } from "./share/routes.ts";

interface Parts extends Ground {
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
    shareRoute(app, config.rateLimits);
    const storeOrigin = await blobs.direct?.origin();
    const views = firstViews(app, { webDir, publicUrl: config.publicUrl, findPreview });
    await app.register(webRoutes, { dir: webDir, sessions, storeOrigin, publicUrl: config.publicUrl, ...views });
  }
  return { feature: { start: demo.start, stop: demo.stop, forget: demo.forgetExpired } };
}

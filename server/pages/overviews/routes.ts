// Decision 100: why public totals may be a minute old.
import type { Config } from "../../platform/config/config.ts";
import type { Database } from "../../schema/database.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { imageTypes, maxProfileImageBytes, videoTypes } from "../../media/photos/limits.ts";
import { notFound } from "../../platform/http/problem.ts";
import { keptFor } from "../../platform/bounded-reads.ts";
import { profileStore } from "./profile-store.ts";
import { overviewStore } from "./store.ts";

/** Public totals may be this old. They are counted at most once in this time, however many people ask. */
const statsAgeMs = 60_000;
const maxFilesPerUpload = 20;

export function overviewRoutes(serve: Serve, { database, config }: { database: Database; config: Config }): void {
  const store = overviewStore(database);
  const profiles = profileStore(database);

  /** A cache that every server may hold, because it is only ever a little old. */
  const stats = keptFor(statsAgeMs, store.stats);

  serve.bySession("GET /api/dashboard", async ({ session }) => session && store.dashboard(session));

  serve.call("GET /api/users/:id/highlights", async ({ viewer, params }) => {
    const highlights = await profiles.findHighlights(viewer.id, params.id);
    if (!highlights) throw notFound("user_not_found");
    return highlights;
  });

  serve.call("GET /api/public/stats", () => stats());

  serve.call("GET /api/public/config", async () => ({
    identityProvider: config.identityProvider && {
      name: config.identityProvider.name,
      slug: config.identityProvider.slug,
    },
    photoLibrary: config.googlePhotosUrl ? { name: "Google Photos", slug: "google-photos" } : null,
    registration: config.registration,
    limits: {
      maxImageBytes: config.maxImageBytes,
      maxVideoBytes: config.maxVideoBytes,
      maxProfileImageBytes,
      maxFilesPerUpload,
      imageTypes: [...imageTypes],
      videoTypes: [...videoTypes],
    },
  }));
}

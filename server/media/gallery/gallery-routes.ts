import type { Endpoint } from "#contract/endpoint.ts";
import type { Database } from "../../schema/database.ts";
import { nextPage } from "../../platform/http/cursor.ts";
import { refusedField } from "../../platform/http/problem.ts";
import type { SessionContext, Serve } from "../../platform/http/serve.ts";
import { answerUnlessKnown } from "../../platform/http/versions.ts";
import { readGalleryCursor, readIdCursor } from "./cursors.ts";
import { settleDays } from "../clocks/settle-days.ts";
import { type OutlineParts, type Page, galleryStore } from "./gallery-store.ts";

/** The outlines, positions and pages of galleries, and the lists of recent photos. */
export function galleryRoutes(serve: Serve, database: Database): void {
  const gallery = galleryStore(database);

  for (const kind of ["trip", "squad"] as const) {
    serve.text(`GET /api/${kind}s/:id/media`, async (asked) => {
      const { session, params, query } = asked;
      if (!session) return null;
      const after = readGalleryCursor(query.cursor);
      return answerPage(asked, gallery.page(kind, session, params.id, after, query.limit, query));
    });
    serve.text(`GET /api/${kind}s/:id/media/outline`, async ({ session, params, query, known, reply }) => {
      if (!session) return null;
      const found = await gallery.outline(kind, session, params.id, query, query.zone, known).catch(orNoSuchZone);
      return found && answerUnlessKnown(reply, found[0], outlineText(found));
    });
    serve.text(
      `GET /api/${kind}s/:id/media/position`,
      async ({ session, params, query }) => session && gallery.position(kind, session, params.id, query, query.photo),
    );
  }
  serve.text("GET /api/recent-media", async (asked) => {
    const { session, query } = asked;
    if (!session) return null;
    return answerPage(asked, gallery.recent(session, readIdCursor(query.cursor), query.limit));
  });
  serve.text("GET /api/public/recent-media", async (asked) =>
    answerPage(asked, gallery.publicRecent(readIdCursor(asked.query.cursor), asked.query.limit)),
  );
}

/** Resolves with the JSON text of a page, and names the next page in the Link header. */
async function answerPage(
  { request, reply }: Pick<SessionContext<Endpoint>, "request" | "reply">,
  page: Promise<Page | null>,
): Promise<string | null> {
  const found = await page;
  nextPage(request, reply, found?.[1] ?? null);
  return found?.[0] ?? null;
}

/** The JSON text of an outline; null when the client has this version. */
const outlineText = ([, rest, days]: OutlineParts): string | null =>
  rest === null || days === null ? null : `${rest.slice(0, -1)},"days":${JSON.stringify(settleDays(days))}}`;

/** Answers 400 for a time zone that Node accepts and PostgreSQL does not know. */
function orNoSuchZone(error: unknown): never {
  const isUnknown = error instanceof Error && "code" in error && error.code === "22023";
  throw isUnknown ? refusedField("zone", "time_zone_missing") : error;
}

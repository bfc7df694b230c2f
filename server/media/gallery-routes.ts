import type { Endpoint } from "#contract/endpoint.ts";
import type { Database } from "../db/connect.ts";
import { nextPage } from "../http/page.ts";
import type { ScreenContext, Serve } from "../http/serve.ts";
import { readGalleryCursor, readIdCursor } from "./cursors.ts";
import { type Page, galleryStore } from "./gallery-store.ts";

/** The pages of galleries. */
export function galleryRoutes(serve: Serve, database: Database): void {
  const gallery = galleryStore(database);

  serve.screen("GET /api/trips/:id/media", async (asked) => {
    const { session, params, query } = asked;
    if (!session) return null;
    return answerPage(asked, gallery.ofTrip(session, params.id, readGalleryCursor(query.cursor), query.limit));
  });
  serve.screen("GET /api/squads/:id/media", async (asked) => {
    const { session, params, query } = asked;
    if (!session) return null;
    return answerPage(asked, gallery.ofSquad(session, params.id, readGalleryCursor(query.cursor), query.limit));
  });
  serve.screen("GET /api/recent-media", async (asked) => {
    const { session, query } = asked;
    if (!session) return null;
    return answerPage(asked, gallery.recent(session, readIdCursor(query.cursor), query.limit));
  });
  serve.screen("GET /api/public/recent-media", async (asked) =>
    answerPage(asked, gallery.publicRecent(readIdCursor(asked.query.cursor), asked.query.limit)),
  );
}

/** The text of a page; the next one is named in the Link header. */
async function answerPage(
  { request, reply }: Pick<ScreenContext<Endpoint>, "request" | "reply">,
  page: Promise<Page | null>,
): Promise<string | null> {
  const found = await page;
  nextPage(request, reply, found?.[1] ?? null);
  return found?.[0] ?? null;
}

import { z } from "zod";
import { Day, Id } from "#contract/fields.ts";
import { nextPage, readCursor } from "../../platform/http/cursor.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { Ground } from "../../schema/ground.ts";
import { booksRightsStore } from "../access-store.ts";
import { seeBooks } from "../access.ts";
import { readBooks } from "./read-books.ts";

/** A day and an id: where a page of costs begins. */
const Position = z.tuple([Day("").refine((day) => day.length === 10), Id]);

/** The books of a trip as their page shows them. */
export function booksRoutes(serve: Serve, { database }: Pick<Ground, "database">): void {
  const rights = booksRightsStore(database.db);

  serve.call("GET /api/trips/:id/costs", async ({ viewer, params, query, request, reply }) => {
    const access = await seeBooks(rights, viewer.id, params.id);
    const { cursor, ...asked } = query;
    const books = await readBooks(database, access, { ...asked, after: readCursor(cursor, Position) });
    nextPage(request, reply, books.nextCosts);
    return books;
  });
}

import { z } from "zod";
import { Id } from "#contract/fields.ts";
import { readCursor } from "../../platform/http/cursor.ts";
import type { Ground } from "../../schema/ground.ts";
import { onePage } from "../list-routes.ts";
import { squadsOfSiteStore } from "./store.ts";

const afterSquad = z.tuple([z.int(), Id]);

/** Mounts the squads of the site by the room that they take. */
export function squadsOfSiteRoutes({ serve, database }: Pick<Ground, "serve" | "database">): void {
  const store = squadsOfSiteStore(database);
  serve.call("GET /api/admin/squads", async (asked) => {
    const { limit, cursor } = asked.query;
    const found = await store.largest(limit + 1, readCursor(cursor, afterSquad));
    return onePage(asked, found, ({ bytes, id }) => [bytes, id]);
  });
}

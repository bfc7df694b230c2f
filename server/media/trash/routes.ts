import type { Calls } from "#contract/calls.ts";
import { memberOf, memberOfTrip } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import { nextPage } from "../../platform/http/cursor.ts";
import { logSecurity } from "../../platform/http/security-log.ts";
import type { Context, Serve } from "../../platform/http/serve.ts";
import { readGalleryCursor } from "../gallery/cursors.ts";
import { trashPage } from "./store.ts";
import { type TrashParts, deleteForGood, restorePhotos, trashPhotos } from "./trash.ts";

/** Deleting photos, and the way back. */
export function trashRoutes(serve: Serve, parts: TrashParts): void {
  const { database } = parts;
  const rights = rightsStore(database);

  serve.call("DELETE /api/media/:id", async ({ viewer, params }) => {
    await trashPhotos(parts, viewer.id, [params.id]);
    return undefined;
  });
  serve.call("POST /api/media/delete", async ({ viewer, body }) => {
    return { staying: await trashPhotos(parts, viewer.id, body.ids) };
  });
  serve.call("POST /api/media/:id/restore", async ({ viewer, params }) => {
    await restorePhotos(parts, viewer.id, [params.id]);
    return undefined;
  });
  serve.call("POST /api/media/restore", async ({ viewer, body }) => {
    await restorePhotos(parts, viewer.id, body.ids);
    return undefined;
  });
  serve.call("DELETE /api/media/:id/trash", async ({ viewer, params, request }) => {
    await deleteForGood(parts, viewer.id, params.id);
    logSecurity(request, "photo_deleted", { photo: params.id });
    return undefined;
  });

  type List = Context<Calls["GET /api/trips/:id/trash"]>;
  const list = async (place: "trip" | "squad", { viewer, params, query, request, reply }: List) => {
    const after = readGalleryCursor(query.cursor);
    const [items, next] = await trashPage(database, place, params.id, viewer.id, after, query.limit);
    nextPage(request, reply, next);
    return items;
  };
  serve.call("GET /api/trips/:id/trash", async (context) => {
    await memberOfTrip(rights, context.viewer.id, context.params.id);
    return list("trip", context);
  });
  serve.call("GET /api/squads/:id/trash", async (context) => {
    await memberOf(rights, context.viewer.id, context.params.id);
    return list("squad", context);
  });
}

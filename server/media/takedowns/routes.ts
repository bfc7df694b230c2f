import type { Calls } from "#contract/calls.ts";
import { adminOf, memberOf, memberOfTrip } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import { firstId } from "../../platform/db/id.ts";
import { nextPage } from "../../platform/http/cursor.ts";
import { notFound } from "../../platform/http/problem.ts";
import type { Context, Serve } from "../../platform/http/serve.ts";
import { limitCreating } from "../../platform/throttle/throttle.ts";
import type { Ground } from "../../schema/ground.ts";
import { readGalleryCursor, readIdCursor } from "../gallery/cursors.ts";
import { takedownStore } from "./store.ts";
import { askForTakedown, decide, takeBack } from "./takedowns.ts";

/** Asking for photos to be taken down, and what organizers and admins do about it. */
export function takedownRoutes(serve: Serve, parts: Pick<Ground, "database" | "activity" | "guesses">): void {
  const { database, activity } = parts;
  const store = takedownStore(database);
  const rights = rightsStore(database);
  const countCreated = limitCreating(parts.guesses);

  serve.call("POST /api/media/:id/takedown", async ({ viewer, params, body }) => {
    await countCreated(viewer.id);
    await askForTakedown(parts, viewer.id, params.id, body?.reason || null);
    return undefined;
  });
  serve.call("DELETE /api/media/:id/takedown", async ({ viewer, params }) => {
    await takeBack(parts, viewer.id, params.id);
    return undefined;
  });
  serve.call("POST /api/media/:id/takedown/decision", async ({ viewer, params, body }) => {
    await decide(parts, viewer.id, params.id, body.decision);
    return undefined;
  });

  type List = Context<Calls["GET /api/trips/:id/takedowns"]>;
  const list = async (place: "trip" | "squad", { viewer, params, query, request, reply }: List) => {
    const after = readGalleryCursor(query.cursor);
    const [items, next] = await store.page(place, params.id, viewer.id, after, query.limit, query.photo ?? null);
    nextPage(request, reply, next);
    return items;
  };
  serve.call("GET /api/trips/:id/takedowns", async (context) => {
    await memberOfTrip(rights, context.viewer.id, context.params.id);
    return list("trip", context);
  });
  serve.call("GET /api/squads/:id/takedowns", async (context) => {
    await memberOf(rights, context.viewer.id, context.params.id);
    return list("squad", context);
  });

  serve.call("GET /api/squads/:id/takedown-bans", async ({ viewer, params, query, request, reply }) => {
    const { squadId } = await adminOf(rights, viewer.id, params.id);
    const after = query.cursor === undefined ? firstId : readIdCursor(query.cursor);
    const [people, next] = await store.banned(squadId, after, query.limit);
    nextPage(request, reply, next);
    return people;
  });
  serve.call("PUT /api/squads/:id/takedown-bans/:userId", async ({ viewer, params }) => {
    const { squadId } = await adminOf(rights, viewer.id, params.id);
    if (!(await store.ban(squadId, params.userId))) throw notFound("not_a_member");
    activity.tell("photos_changed", { squad: squadId });
    return undefined;
  });
  serve.call("DELETE /api/squads/:id/takedown-bans/:userId", async ({ viewer, params }) => {
    const { squadId } = await adminOf(rights, viewer.id, params.id);
    await store.unban(squadId, params.userId);
    activity.tell("photos_changed", { squad: squadId });
    return undefined;
  });
}

import type { Database } from "../platform/db/connect.ts";
import { isId } from "../platform/db/id.ts";
import { nextPage } from "../platform/http/page.ts";
import { notFound } from "../platform/http/problem.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Live } from "../platform/live/live.ts";
import type { AttachImage } from "../media/photos/attach-image.ts";
import { memberOf } from "../access/squad-access.ts";
import { squadTies } from "../access/squad-ties-store.ts";
import { crewOf, memberOfTrip, organizerOf } from "../access/trip-access.ts";
import { readTripCursor } from "./cursor.ts";
import { tripStore, tripWrites } from "./store.ts";
import { tripTies } from "../access/trip-ties-store.ts";
import { createTrip, editCrew, leaveTrip, removeFromCrew, revealHintsOf } from "./trips.ts";

interface Parts {
  readonly database: Database;
  readonly live: Live;
  readonly attachImage: AttachImage;
}

const firstId = "00000000-0000-0000-0000-000000000000";

export function tripRoutes(serve: Serve, { database, live, attachImage }: Parts): void {
  const store = tripStore(database);
  const ties = tripTies(database);
  const squads = squadTies(database);
  const { transact } = database;

  const changed = (id: string, by: string, kind: "trip" | "members" | "deleted" = "trip") =>
    live.tell({ scope: "trip", id, kind, by });
  const renewScopes = (userIds: readonly string[]) =>
    live.tell(...userIds.map((id) => ({ scope: "user", id, kind: "members" }) as const));

  serve.screen("GET /api/trips", async ({ session, query, request, reply }) => {
    if (!session) return null;
    const found = await store.mine(session, readTripCursor(query.cursor), query.limit);
    nextPage(request, reply, found?.[1] ?? null);
    return found?.[0] ?? null;
  });

  serve.call("POST /api/trips", async ({ viewer, body }) => {
    const member = body.squadId ? await memberOf(squads, viewer.id, body.squadId) : null;
    const id = await transact(async (tx) => {
      const created = await createTrip(tripWrites(tx), viewer.id, member, body);
      if (body.photoUrl)
        await attachImage(tx, { path: body.photoUrl, purpose: "trip", ownerId: viewer.id, tripId: created });
      return created;
    });
    if (member) live.tell({ scope: "squad", id: member.squadId, kind: "trip", by: viewer.id });
    renewScopes((await store.crew(id)).map((crew) => crew.userId));
    return (await store.findCard(id))!;
  });

  serve.screen("GET /api/trips/:id", async ({ session, params }) => session && store.page(session, params.id));

  serve.call("PUT /api/trips/:id", async ({ viewer, params, body }) => {
    const trip = await memberOfTrip(ties, viewer.id, params.id);
    await transact(async (tx) => {
      if (body.photoUrl)
        await attachImage(tx, { path: body.photoUrl, purpose: "trip", ownerId: viewer.id, tripId: trip.tripId });
      await tripWrites(tx).edit(trip.tripId, body);
    });
    changed(trip.tripId, viewer.id);
    const card = await store.findCard(trip.tripId);
    if (!card) throw notFound("Trip not found");
    return card;
  });

  serve.call("DELETE /api/trips/:id", async ({ viewer, params }) => {
    const trip = await organizerOf(ties, viewer.id, params.id);
    await transact(async (tx) => {
      const writes = tripWrites(tx);
      await writes.lock(trip.tripId);
      await writes.remove(trip.tripId);
    });
    changed(trip.tripId, viewer.id, "deleted");
    if (trip.squadId) live.tell({ scope: "squad", id: trip.squadId, kind: "trip", by: viewer.id });
    return undefined;
  });

  serve.screen("GET /api/trips/:id/members", async ({ session, params, query, request, reply }) => {
    if (!session) return null;
    const after = isId(query.cursor ?? "") ? query.cursor! : firstId;
    const found = await store.members(session, params.id, after, query.limit);
    nextPage(request, reply, found?.[1] ?? null);
    return found?.[0] ?? null;
  });

  serve.call("PUT /api/trips/:id/members", async ({ viewer, params, body }) => {
    const trip = await memberOfTrip(ties, viewer.id, params.id);
    const { came, gone, revealed } = await transact((tx) => editCrew(tripWrites(tx), trip, body.userIds));
    live.tell(...revealHintsOf(trip.tripId, revealed));
    changed(trip.tripId, viewer.id, "members");
    renewScopes([...came, ...gone]);
    return store.crew(trip.tripId);
  });

  serve.call("PATCH /api/trips/:id/members/me", async ({ viewer, params, body }) => {
    const trip = await crewOf(ties, viewer.id, params.id);
    await transact((tx) =>
      tripWrites(tx).setFeeling(trip.tripId, viewer.id, {
        ...(body.mood !== undefined && { mood: body.mood || null }),
        ...(body.excitementLevel !== undefined && { excitement_level: body.excitementLevel }),
      }),
    );
    const member = await store.findMember(trip.tripId, viewer.id);
    if (!member) throw notFound("You are not on the crew of this trip.");
    changed(trip.tripId, viewer.id, "members");
    return member;
  });

  serve.call("DELETE /api/trips/:id/members/:userId", async ({ viewer, params }) => {
    const trip = await organizerOf(ties, viewer.id, params.id);
    const revealed = await transact((tx) => removeFromCrew(tripWrites(tx), trip, params.userId));
    live.tell(...revealHintsOf(trip.tripId, revealed));
    changed(trip.tripId, viewer.id, "members");
    renewScopes([params.userId]);
    return undefined;
  });

  serve.call("POST /api/trips/:id/leave", async ({ viewer, params, body }) => {
    const trip = await memberOfTrip(ties, viewer.id, params.id);
    const { deleted, revealed } = await transact((tx) => leaveTrip(tripWrites(tx), trip, body.confirm));
    live.tell(...revealHintsOf(trip.tripId, revealed));
    changed(trip.tripId, viewer.id, "members");
    renewScopes([viewer.id]);
    return { deleted };
  });
}

import { isId } from "#contract/id.ts";
import type { Ground } from "../schema/ground.ts";
import { nextPage } from "../platform/http/cursor.ts";
import { notFound } from "../platform/http/problem.ts";
import { type Serve, seatOnly } from "../platform/http/serve.ts";
import { logSecurity } from "../platform/http/security-log.ts";
import { limitCreating } from "../platform/throttle/throttle.ts";
import { removeFilesSoon } from "../media/upkeep/cleaning.ts";
import { inParts } from "../media/photos/deletion-store.ts";
import type { AttachImage } from "../media/photos/attach-image.ts";
import { crewOf, memberOf, memberOfTrip, organizerOf, seeTrip } from "../access/rights.ts";
import { rightsStore } from "../access/rights-store.ts";
import { readNearCursor } from "./cursor.ts";
import { tripStore, tripWrites } from "./store.ts";
import { doOnce } from "../schema/sent-keys-store.ts";
import { createTrip, editCrew, editTrip, leaveTrip, removeFromCrew, tellResults } from "./trips.ts";
import { firstId } from "../platform/db/id.ts";

interface Parts extends Pick<Ground, "database" | "activity" | "jobs" | "guesses"> {
  readonly attachImage: AttachImage;
}

/** More crew than the trip page shows at once; the paged call has the rest. */
const maxCrewOnPage = 200;

export function tripRoutes(serve: Serve, { database, guesses, activity, jobs, attachImage }: Parts): void {
  const countCreated = limitCreating(guesses);
  const store = tripStore(database);
  const rights = rightsStore(database);
  const { transact } = database;

  serve.call("GET /api/trips", async ({ viewer, query, request, reply }) => {
    const { trips, next } = await store.mine(viewer.id, readNearCursor(query.cursor), query.limit);
    nextPage(request, reply, next);
    return trips;
  });

  serve.call("POST /api/trips", async ({ viewer, body }) => {
    if (viewer.isSeat && !body.squadId) throw seatOnly();
    await countCreated(viewer.id);
    const member = body.squadId ? await memberOf(rights, viewer.id, body.squadId) : null;
    const id = await transact(async (tx) => {
      const created = await createTrip(tripWrites(tx), viewer.id, member, body);
      if (body.photoUrl)
        await attachImage(tx, { path: body.photoUrl, purpose: "trip", ownerId: viewer.id, tripId: created });
      await activity.note(tx, "trip_created", {
        trip: created,
        squad: member?.squadId,
        person: await tripWrites(tx).crewIds(created),
        actor: viewer.id,
      });
      return created;
    });
    return (await store.findCard(id))!;
  });

  serve.call("GET /api/trips/:id", async ({ viewer, params }) => {
    const access = await seeTrip(rights, viewer.id, params.id);
    const [found, members, categories, winners, nightWinners, media, news] = await Promise.all([
      store.findTrip(access),
      store.findMembers(access.tripId, firstId, maxCrewOnPage),
      store.findCategories(access),
      store.findWinners(access.tripId),
      store.findNightWinners(access.tripId),
      store.firstMedia(access),
      store.findNews(access),
    ]);
    if (!found) throw notFound("trip_not_found");
    const { trip, squad } = found;
    return {
      trip: { ...trip, viewer: access },
      squad,
      members,
      categories,
      winners,
      nightWinners,
      media: media.items,
      nextMedia: media.next,
      news,
    };
  });

  serve.call("PUT /api/trips/:id", async ({ viewer, params, body, request }) => {
    const trip = await memberOfTrip(rights, viewer.id, params.id);
    const { hasNewRule, revealed } = await transact(async (tx) => {
      if (body.photoUrl)
        await attachImage(tx, { path: body.photoUrl, purpose: "trip", ownerId: viewer.id, tripId: trip.tripId });
      return editTrip(tripWrites(tx), trip, body);
    });
    if (hasNewRule)
      logSecurity(request, "voters_changed", { trip: trip.tripId, confirmedOnly: body.confirmedOnly === true });
    tellResults(activity, revealed);
    activity.tell("trip_edited", { trip: trip.tripId });
    const card = await store.findCard(trip.tripId);
    if (!card) throw notFound("trip_not_found");
    return card;
  });

  serve.call("DELETE /api/trips/:id", async ({ viewer, params, request }) => {
    const trip = await organizerOf(rights, viewer.id, params.id);
    await inParts(database, async (tx) => {
      const writes = tripWrites(tx);
      await writes.lock(trip.tripId);
      return writes.remove(trip.tripId);
    });
    await removeFilesSoon(jobs);
    logSecurity(request, "trip_deleted", { trip: trip.tripId });
    activity.tell("trip_deleted", { trip: trip.tripId, squad: trip.squadId });
    return undefined;
  });

  serve.call("GET /api/trips/:id/members", async ({ viewer, params, query, request, reply }) => {
    const trip = await seeTrip(rights, viewer.id, params.id);
    const after = isId(query.cursor ?? "") ? query.cursor! : firstId;
    const members = await store.findMembers(trip.tripId, after, query.limit);
    nextPage(request, reply, members.length === query.limit ? members.at(-1)!.id : null);
    return members;
  });

  serve.call("PUT /api/trips/:id/members", async ({ viewer, params, body, request }) => {
    const trip = await memberOfTrip(rights, viewer.id, params.id);
    const { gone, revealed } = await transact(async (tx) => {
      const edited = await editCrew(tripWrites(tx), trip, body.userIds);
      if (edited.came.length > 0)
        await activity.note(tx, "crew_added", {
          trip: trip.tripId,
          person: edited.came,
          to: edited.came,
          actor: viewer.id,
        });
      return edited;
    });
    for (const member of gone)
      if (member !== viewer.id) logSecurity(request, "crew_removed", { trip: trip.tripId, member });
    tellResults(activity, revealed);
    activity.tell("crew_left", { trip: trip.tripId, person: gone });
    return store.crew(trip.tripId);
  });

  serve.call("PATCH /api/trips/:id/members/me", async ({ viewer, params, body, sent }) => {
    const trip = await crewOf(rights, viewer.id, params.id);
    await doOnce(database, viewer.id, sent, (tx) =>
      tripWrites(tx).setFeeling(trip.tripId, viewer.id, {
        ...(body.mood !== undefined && { mood: body.mood || null }),
        ...(body.excitementLevel !== undefined && { excitement_level: body.excitementLevel }),
      }),
    );
    const member = await store.findMember(trip.tripId, viewer.id);
    if (!member) throw notFound("you_are_not_on_crew");
    activity.tell("crew_changed", { trip: trip.tripId });
    return member;
  });

  serve.call("DELETE /api/trips/:id/members/:userId", async ({ viewer, params, request }) => {
    const trip = await organizerOf(rights, viewer.id, params.id);
    const revealed = await transact((tx) => removeFromCrew(tripWrites(tx), trip, params.userId));
    logSecurity(request, "crew_removed", { trip: trip.tripId, member: params.userId });
    tellResults(activity, revealed);
    activity.tell("crew_left", { trip: trip.tripId, person: params.userId });
    return undefined;
  });

  serve.call("POST /api/trips/:id/leave", async ({ viewer, params, body, request }) => {
    const trip = await memberOfTrip(rights, viewer.id, params.id);
    const { deleted, revealed } = await inParts(database, (tx) => leaveTrip(tripWrites(tx), trip, body.confirm));
    if (deleted) {
      await removeFilesSoon(jobs);
      logSecurity(request, "trip_deleted", { trip: trip.tripId });
    }
    tellResults(activity, revealed);
    activity.tell("crew_left", { trip: trip.tripId, person: viewer.id });
    return { deleted };
  });
}

import type { FastifyRequest } from "fastify";
import { defaultDescription } from "#contract/squad-description.ts";
import type { Squad } from "#contract/squads.ts";
import { withValues } from "#contract/refusals.ts";
import type { Ground } from "../schema/ground.ts";
import { firstId, newId } from "../platform/db/id.ts";
import { nextPage } from "../platform/http/cursor.ts";
import { Problem, notFound } from "../platform/http/problem.ts";
import { siteOf } from "../platform/http/same-site.ts";
import type { Serve } from "../platform/http/serve.ts";
import { logSecurity } from "../platform/http/security-log.ts";
import { newInviteCode } from "../platform/secrets/invite-code.ts";
import { removeFilesSoon } from "../media/upkeep/cleaning.ts";
import { inParts } from "../media/photos/deletion-store.ts";
import type { Storage } from "../media/storage/storage.ts";
import { newsOfSquad } from "../media/seen/store.ts";
import type { AttachImage } from "../media/photos/attach-image.ts";
import type { CoverFromLink } from "./cover-from-link.ts";
import { readTripCursor } from "../trips/cursor.ts";
import { adminOf, demandReal, memberOf, seeSquad } from "../access/rights.ts";
import type { AccountSessions } from "../accounts/sessions/build.ts";
import { rightsStore } from "../access/rights-store.ts";
import { joiningRoutes, memberRoutes } from "./member-routes.ts";
import { deleteSquad, edit } from "./squads.ts";
import { limitCreating } from "../platform/throttle/throttle.ts";
import { expectedIn } from "./expected-store.ts";
import { expectedRoutes } from "./expected-routes.ts";
import { seatRoutes } from "./seat-routes.ts";
import { squadStore } from "./store.ts";
import { squadWrites } from "./writes-store.ts";

interface Parts extends Pick<Ground, "database" | "activity" | "mail" | "jobs" | "guesses"> {
  readonly sessions: AccountSessions;
  readonly attachImage: AttachImage;
  readonly coverFromLink: CoverFromLink;
  readonly storage: Storage;
  readonly publicUrl: string | undefined;
  /** Counts a join against the limit of its network. */
  readonly countJoin: (request: FastifyRequest) => Promise<void>;
  /** Whether newcomers may take seats on this server. */
  readonly takesSeats: boolean;
}

/** More members or trips than a squad page shows at once; the paged calls have the rest. */
const maxOnPage = 200;
/** A person in this many squads can join more, but not create one. */
const maxSquads = 50;

/** Mounts the calls of squads: their pages, their members, and how people join. */
export function squadRoutes(serve: Serve, parts: Parts): void {
  memberRoutes(serve, parts);
  joiningRoutes(serve, parts);
  seatRoutes(serve, parts);
  expectedRoutes(serve, parts);

  const { database, guesses, activity, jobs, storage, attachImage, coverFromLink, publicUrl } = parts;
  const countCreated = limitCreating(guesses);
  const store = squadStore(database);
  const rights = rightsStore(database);
  /** A public squad needs no code, but a seat does. */
  const inviteUrl = (request: FastifyRequest, { id, isPublic, takesSeats }: Squad, code: string) =>
    `${siteOf(request, publicUrl)}/join-squad/${id}${isPublic && !takesSeats ? "" : `?invite=${code}`}`;
  const findSquad = async (id: string, userId: string) => {
    const found = await store.findSquad(id, userId);
    if (!found) throw notFound("squad_not_found");
    return found;
  };

  serve.call("GET /api/squads", ({ viewer }) => store.mine(viewer.id));

  serve.call("POST /api/squads", async ({ viewer, body }) => {
    await countCreated(viewer.id);
    const id = newId();
    await database.transact(async (tx) => {
      const writes = squadWrites(tx);
      if ((await writes.countSquadsOf(viewer.id)) >= maxSquads)
        throw new Problem("too_many", withValues("squads_full", { max: maxSquads }));
      const { name, isPublic } = body;
      await writes.add({
        id,
        name,
        description: body.description || defaultDescription(name),
        isPublic,
        inviteCode: newInviteCode(),
      });
      await writes.addMember(id, viewer.id, "admin");
    });
    activity.tell("squad_created", { person: viewer.id });
    return (await findSquad(id, viewer.id)).squad;
  });

  serve.call("GET /api/squads/:id", async ({ viewer, params, request }) => {
    const { squadId, role } = await seeSquad(rights, viewer.id, params.id);
    const [{ squad, inviteCode, showsFaces }, members, expected, { trips, next }, space, news] = await Promise.all([
      findSquad(squadId, viewer.id),
      store.findMembers(squadId, viewer.id, firstId, maxOnPage),
      // A stranger of a public squad sees who is there.
      role === null ? [] : expectedIn(database.db, squadId),
      store.findTrips(squadId, viewer.id, readTripCursor(undefined), maxOnPage),
      role === "admin" ? storage.ofSquad(squadId) : null,
      newsOfSquad(database.db, squadId, viewer.id),
    ]);
    const mayInvite = role !== null && !squad.isDemo;
    return {
      squad: {
        ...squad,
        inviteUrl: mayInvite ? inviteUrl(request, squad, inviteCode) : null,
        showsFaces: role === "admin" ? showsFaces : null,
      },
      members,
      expected,
      trips,
      nextTrips: squad.tripCount > trips.length ? next : null,
      space,
      news,
    };
  });

  serve.call("PUT /api/squads/:id", async ({ viewer, params, body, request }) => {
    const member = await memberOf(rights, viewer.id, params.id);
    if (member.isDemo && body.isPublic) throw new Problem("conflict", "demo_stays_private");
    const isLink = !!body.photoUrl && !body.photoUrl.startsWith("/");
    const photo = isLink ? await coverFromLink(body.photoUrl!, viewer.id) : body.photoUrl || null;
    const hasTurned = await database.transact(async (tx) => {
      if (photo) await attachImage(tx, { path: photo, purpose: "squad", ownerId: viewer.id, squadId: member.squadId });
      return edit(squadWrites(tx), member, {
        name: body.name,
        ...(body.description !== undefined && { description: body.description }),
        ...(body.photoUrl !== undefined && { photo_url: photo }),
        ...(body.isPublic !== undefined && { is_public: body.isPublic }),
        ...(body.takesSeats !== undefined && { takes_seats: body.takesSeats }),
        ...(body.showsCrew !== undefined && { shows_crew: body.showsCrew }),
        ...(body.showsFaces !== undefined && { shows_faces: body.showsFaces }),
      });
    });
    if (hasTurned)
      logSecurity(request, "squad_visibility_changed", { squad: member.squadId, isPublic: body.isPublic === true });
    activity.tell("squad_edited", { squad: member.squadId });
    return (await findSquad(member.squadId, viewer.id)).squad;
  });

  serve.call("DELETE /api/squads/:id", async ({ viewer, params, body, request }) => {
    const admin = await adminOf(rights, viewer.id, params.id);
    await inParts(database, (tx) => deleteSquad(squadWrites(tx), admin, body.confirm));
    await removeFilesSoon(jobs);
    logSecurity(request, "squad_deleted", { squad: admin.squadId });
    activity.tell("squad_deleted", { squad: admin.squadId });
    return undefined;
  });

  serve.call("GET /api/squads/:id/trips", async ({ viewer, params, query, request, reply }) => {
    const { squadId } = await seeSquad(rights, viewer.id, params.id);
    const { trips, next } = await store.findTrips(squadId, viewer.id, readTripCursor(query.cursor), query.limit);
    nextPage(request, reply, next);
    return trips;
  });

  serve.call("POST /api/squads/:id/invite-link/reset", async ({ viewer, params, request }) => {
    const admin = await adminOf(rights, viewer.id, params.id);
    demandReal(admin);
    const { squadId } = admin;
    const code = newInviteCode();
    await database.transact((tx) => squadWrites(tx).setInviteCode(squadId, code));
    logSecurity(request, "invite_link_reset", { squad: squadId });
    activity.tell("squad_edited", { squad: squadId });
    const { squad } = await findSquad(squadId, viewer.id);
    return { inviteUrl: inviteUrl(request, squad, code) };
  });
}

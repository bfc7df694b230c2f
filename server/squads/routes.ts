import type { FastifyRequest } from "fastify";
import { isId } from "#contract/id.ts";
import type { Database } from "../schema/database.ts";
import { firstId, lastId, newId } from "../platform/db/id.ts";
import { nextPage } from "../platform/http/page.ts";
import { Problem, notFound } from "../platform/http/problem.ts";
import { siteOf } from "../platform/http/same-site.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Live } from "../platform/live/live.ts";
import { logSecurity } from "../platform/http/security-log.ts";
import { hashInviteCode, newInviteCode } from "../platform/secrets/invite-code.ts";
import { removeFilesSoon } from "../media/upkeep/cleaning.ts";
import { inParts } from "../media/photos/deletion-store.ts";
import type { Storage } from "../media/storage/storage.ts";
import type { AttachImage } from "../media/photos/attach-image.ts";
import type { CoverFromLink } from "./cover-from-link.ts";
import { acceptingInvitations } from "./invitations/accept-store.ts";
import { readTripCursor } from "../trips/cursor.ts";
import { isSquadLink } from "../accounts/people/registration-store.ts";
import { rightsStore } from "../access/rights-store.ts";
import { adminOf, demandReal, memberOf, seeSquad } from "../access/squad-access.ts";
import {
  cannotJoin,
  changeRole,
  deleteSquad,
  edit,
  hintsOf,
  join,
  joinTrip,
  leave,
  letBackIn,
  removeMember,
} from "./squads.ts";
import { countByLink } from "../platform/throttle/shared-limits.ts";
import { limitCreating } from "../platform/throttle/shared-limits.ts";
import type { Throttle } from "../platform/throttle/throttle.ts";
import { squadStore } from "./store.ts";
import { squadWrites } from "./writes-store.ts";

interface Parts {
  readonly database: Database;
  readonly guesses: Throttle;
  readonly live: Live;
  readonly jobs: Jobs;
  readonly attachImage: AttachImage;
  readonly coverFromLink: CoverFromLink;
  readonly storage: Storage;
  readonly publicUrl: string | undefined;
  /** Counts a join against the limit of its network. */
  readonly countJoin: (request: FastifyRequest) => Promise<void>;
}

/** More members or trips than a squad page shows at once; the paged calls have the rest. */
const maxOnPage = 200;
/** A person in this many squads can join more, but not create one. */
const maxSquads = 50;
/** For one address, which a whole group may share. */
const maxSearches = 240;
/** No single link reaches this. */
const byAllLinks = { limit: { max: 200, perMinutes: 1 } };

export function squadRoutes(
  serve: Serve,
  { database, guesses, live, jobs, storage, attachImage, coverFromLink, publicUrl, countJoin }: Parts,
): void {
  const countCreated = limitCreating(guesses);
  const store = squadStore(database);
  const rights = rightsStore(database);
  const inviteUrl = (request: Parameters<typeof siteOf>[0], id: string, isPublic: boolean, code: string) =>
    `${siteOf(request, publicUrl)}/join-squad/${id}${isPublic ? "" : `?invite=${code}`}`;
  const findSquad = async (id: string, userId: string) => {
    const found = await store.findSquad(id, userId);
    if (!found) throw notFound("Squad not found");
    return found;
  };
  const changed = (id: string, kind: "members" | "squad" | "deleted" = "squad") =>
    live.tell({ scope: "squad", id, kind });
  const renewScopes = (userId: string) => live.tell({ scope: "user", id: userId, kind: "members" });

  serve.call("GET /api/squads", ({ viewer }) => store.mine(viewer.id));

  serve.call("POST /api/squads", async ({ viewer, body }) => {
    await countCreated(viewer.id);
    const id = newId();
    await database.transact(async (tx) => {
      const writes = squadWrites(tx);
      if ((await writes.countSquadsOf(viewer.id)) >= maxSquads)
        throw new Problem("too_many", `You are in ${maxSquads} squads. Leave one before you create another.`);
      const { name, isPublic } = body;
      await writes.add({
        id,
        name,
        description: body.description || `${name} crew`,
        isPublic,
        inviteCode: newInviteCode(),
      });
      await writes.addMember(id, viewer.id, "admin");
    });
    renewScopes(viewer.id);
    return (await findSquad(id, viewer.id)).squad;
  });

  serve.call("GET /api/squads/:id", async ({ viewer, params, request }) => {
    const { squadId, role } = await seeSquad(rights, viewer.id, params.id);
    const [{ squad, inviteCode }, members, { trips, next }, space] = await Promise.all([
      findSquad(squadId, viewer.id),
      store.findMembers(squadId, viewer.id, firstId, maxOnPage),
      store.findTrips(squadId, viewer.id, readTripCursor(undefined), maxOnPage),
      role === "admin" ? storage.ofSquad(squadId) : null,
    ]);
    const mayInvite = role !== null && !squad.isDemo;
    return {
      squad: { ...squad, inviteUrl: mayInvite ? inviteUrl(request, squadId, squad.isPublic, inviteCode) : null },
      members,
      trips,
      nextTrips: squad.tripCount > trips.length ? next : null,
      space,
    };
  });

  serve.call("PUT /api/squads/:id", async ({ viewer, params, body, request }) => {
    const member = await memberOf(rights, viewer.id, params.id);
    if (member.isDemo && body.isPublic) throw new Problem("conflict", "The demo squad stays private.");
    const isLink = !!body.photoUrl && !body.photoUrl.startsWith("/");
    const photo = isLink ? await coverFromLink(body.photoUrl!, viewer.id) : body.photoUrl || null;
    const hasTurned = await database.transact(async (tx) => {
      if (photo) await attachImage(tx, { path: photo, purpose: "squad", ownerId: viewer.id, squadId: member.squadId });
      return edit(squadWrites(tx), member, {
        name: body.name,
        ...(body.description !== undefined && { description: body.description }),
        ...(body.photoUrl !== undefined && { photo_url: photo }),
        ...(body.isPublic !== undefined && { is_public: body.isPublic }),
      });
    });
    if (hasTurned)
      logSecurity(request, "squad_visibility_changed", { squad: member.squadId, isPublic: body.isPublic === true });
    changed(member.squadId);
    return (await findSquad(member.squadId, viewer.id)).squad;
  });

  serve.call("DELETE /api/squads/:id", async ({ viewer, params, body, request }) => {
    const admin = await adminOf(rights, viewer.id, params.id);
    await inParts(database, (tx) => deleteSquad(squadWrites(tx), admin, body.confirm));
    await removeFilesSoon(jobs);
    logSecurity(request, "squad_deleted", { squad: admin.squadId });
    changed(admin.squadId, "deleted");
    return undefined;
  });

  serve.call("GET /api/squads/:id/members", async ({ viewer, params, query, request, reply }) => {
    const { squadId } = await seeSquad(rights, viewer.id, params.id);
    const members = await store.findMembers(squadId, viewer.id, idOr(query.cursor, firstId), query.limit);
    nextPage(request, reply, members.length === query.limit ? members.at(-1)!.id : null);
    return members;
  });

  serve.call("GET /api/squads/:id/trips", async ({ viewer, params, query, request, reply }) => {
    const { squadId } = await seeSquad(rights, viewer.id, params.id);
    const { trips, next } = await store.findTrips(squadId, viewer.id, readTripCursor(query.cursor), query.limit);
    nextPage(request, reply, next);
    return trips;
  });

  serve.call("PATCH /api/squads/:id/members/:userId", async ({ viewer, params, body, request }) => {
    const admin = await adminOf(rights, viewer.id, params.id);
    await database.transact((tx) => changeRole(squadWrites(tx), admin, params.userId, body.role));
    logSecurity(request, "role_changed", { squad: admin.squadId, member: params.userId, role: body.role });
    changed(admin.squadId, "members");
    const member = await store.findMember(admin.squadId, params.userId);
    if (!member) throw notFound("This person is not a member of the squad.");
    return member;
  });

  serve.call("DELETE /api/squads/:id/members/:userId", async ({ viewer, params, query, request }) => {
    const admin = await adminOf(rights, viewer.id, params.id);
    const left = await database.transact((tx) => removeMember(squadWrites(tx), admin, params.userId, query.trips));
    logSecurity(request, "member_removed", { squad: admin.squadId, member: params.userId });
    live.tell(...hintsOf(left));
    changed(admin.squadId, "members");
    renewScopes(params.userId);
    return undefined;
  });

  serve.call("GET /api/squads/:id/removed", async ({ viewer, params, query, request, reply }) => {
    const { squadId } = await adminOf(rights, viewer.id, params.id);
    const { people, next } = await store.findRemoved(squadId, idOr(query.cursor, lastId), query.limit);
    nextPage(request, reply, next);
    return people;
  });

  serve.call("DELETE /api/squads/:id/removed/:userId", async ({ viewer, params, request }) => {
    const admin = await adminOf(rights, viewer.id, params.id);
    await database.transact((tx) => letBackIn(squadWrites(tx), admin, params.userId));
    logSecurity(request, "member_let_in", { squad: admin.squadId, member: params.userId });
    changed(admin.squadId, "members");
    return undefined;
  });

  serve.call("POST /api/squads/:id/leave", async ({ viewer, params, body, request }) => {
    const member = await memberOf(rights, viewer.id, params.id);
    const { deleted, left } = await inParts(database, (tx) => leave(squadWrites(tx), member, body.confirm));
    if (deleted) {
      await removeFilesSoon(jobs);
      logSecurity(request, "squad_deleted", { squad: member.squadId });
    }
    live.tell(...hintsOf(left));
    changed(member.squadId, "members");
    renewScopes(viewer.id);
    return { deleted };
  });

  serve.call("POST /api/squads/:id/invite-link/reset", async ({ viewer, params, request }) => {
    const admin = await adminOf(rights, viewer.id, params.id);
    demandReal(admin);
    const { squadId } = admin;
    const code = newInviteCode();
    await database.transact((tx) => squadWrites(tx).setInviteCode(squadId, code));
    logSecurity(request, "invite_link_reset", { squad: squadId });
    changed(squadId);
    const { squad } = await findSquad(squadId, viewer.id);
    return { inviteUrl: inviteUrl(request, squadId, squad.isPublic, code) };
  });

  serve.call(
    "GET /api/public/squads",
    async ({ query, request, reply }) => {
      const cards = await store.publicSquads(query.q?.trim() ?? "", idOr(query.cursor, lastId), query.limit);
      nextPage(request, reply, cards.length === query.limit ? cards.at(-1)!.id : null);
      return cards;
    },
    { limit: { max: maxSearches, perMinutes: 1 } },
  );

  serve.call("GET /api/public/squads/:id", async ({ params, query: { invite = "" } }) => {
    const card = await store.findCard(params.id, invite, hashInviteCode(invite));
    if (!card) throw cannotJoin();
    return card;
  });

  serve.call(
    "POST /api/trips/:id/join",
    async ({ viewer, params, body: { invite }, request }) => {
      // A whole squad joins in one evening on one network.
      if (await isSquadLink(database.db, { code: invite, placeId: params.id }))
        await countByLink(guesses, "join", params.id);
      else await countJoin(request);
      const named = await store.findJoinable(params.id);
      if (!named) throw cannotJoin();
      const { squadId, tripId } = named;
      const { alreadyMember, crewOf } = await database.transact(async (tx) => {
        const who = { userId: viewer.id, invite };
        if (squadId) return join(squadWrites(tx), acceptingInvitations(tx), { squadId, ...who });
        const wasOnCrew = await joinTrip(squadWrites(tx), acceptingInvitations(tx), { tripId: tripId!, ...who });
        return { alreadyMember: wasOnCrew, crewOf: wasOnCrew ? undefined : tripId };
      });
      if (squadId && !alreadyMember) changed(squadId, "members");
      if (crewOf) live.tell({ scope: "trip", id: crewOf, kind: "members" });
      if (crewOf || !alreadyMember) renewScopes(viewer.id);
      const trip = tripId ?? crewOf;
      return { alreadyMember, squadId, ...(trip && { tripId: trip }) };
    },
    byAllLinks,
  );
}

const idOr = (cursor: string | undefined, fallback: string) => (cursor && isId(cursor) ? cursor : fallback);

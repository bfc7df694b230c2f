import type { FastifyRequest } from "fastify";
import { tellResults } from "../trips/trips.ts";
import type { Database, Tx } from "../schema/database.ts";
import { firstId, lastId } from "../platform/db/id.ts";
import { nextPage } from "../platform/http/cursor.ts";
import { withValues } from "#contract/refusals.ts";
import { Problem, forbidden, notFound } from "../platform/http/problem.ts";
import { type Serve, seatOnly } from "../platform/http/serve.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Activity } from "../schema/activity.ts";
import { logSecurity } from "../platform/http/security-log.ts";
import { removeFilesSoon } from "../media/upkeep/cleaning.ts";
import { inParts } from "../media/photos/deletion-store.ts";
import { adminOf, memberOf, seeSquad } from "../access/rights.ts";
import { rightsStore } from "../access/rights-store.ts";
import { idOr } from "./cursor.ts";
import { type Joined, cannotJoin, changeRole, join, joinTrip, leave, letBackIn, removeMember } from "./squads.ts";
import { squadStore } from "./store.ts";
import { seatWrites } from "./seat-store.ts";
import { squadWrites } from "./writes-store.ts";
import { acceptingInvitations } from "./invitations/accept-store.ts";
import { isSquadLink } from "../accounts/people/registration-store.ts";
import { type Throttle, countByLink } from "../platform/throttle/throttle.ts";

interface Parts {
  readonly database: Database;
  readonly activity: Activity;
  readonly jobs: Jobs;
}

/** Mounts the calls about the members of a squad: who they are, their roles, and how they leave. */
export function memberRoutes(serve: Serve, { database, activity, jobs }: Parts): void {
  const store = squadStore(database);
  const rights = rightsStore(database);

  serve.call("GET /api/squads/:id/members", async ({ viewer, params, query, request, reply }) => {
    const { squadId } = await seeSquad(rights, viewer.id, params.id);
    const members = await store.findMembers(squadId, viewer.id, idOr(query.cursor, firstId), query.limit);
    nextPage(request, reply, members.length === query.limit ? members.at(-1)!.id : null);
    return members;
  });

  serve.call("PATCH /api/squads/:id/members/:userId", async ({ viewer, params, body, request }) => {
    const admin = await adminOf(rights, viewer.id, params.id);
    await database.transact(async (tx) => {
      await changeRole(squadWrites(tx), admin, params.userId, body.role);
      await activity.note(tx, "role_changed", { squad: admin.squadId, actor: viewer.id, to: [params.userId] });
    });
    logSecurity(request, "role_changed", { squad: admin.squadId, member: params.userId, role: body.role });
    const member = await store.findMember(admin.squadId, params.userId);
    if (!member) throw notFound("not_a_member");
    return member;
  });

  serve.call("DELETE /api/squads/:id/members/:userId", async ({ viewer, params, query, request }) => {
    const admin = await adminOf(rights, viewer.id, params.id);
    const left = await database.transact((tx) => removeMember(squadWrites(tx), admin, params.userId, query.trips));
    logSecurity(request, "member_removed", { squad: admin.squadId, member: params.userId });
    tellResults(activity, left.revealed);
    activity.tell("member_left", { squad: admin.squadId, trip: left.tripIds, person: params.userId });
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
    activity.tell("members_changed", { squad: admin.squadId });
    return undefined;
  });

  serve.call("POST /api/squads/:id/leave", async ({ viewer, params, body, request }) => {
    const member = await memberOf(rights, viewer.id, params.id);
    const { deleted, left } = await inParts(database, (tx) => leave(squadWrites(tx), member, body.confirm));
    if (deleted) {
      await removeFilesSoon(jobs);
      logSecurity(request, "squad_deleted", { squad: member.squadId });
    }
    tellResults(activity, left.revealed);
    activity.tell("member_left", { squad: member.squadId, trip: left.tripIds, person: viewer.id });
    return { deleted };
  });
}

interface JoiningParts extends Pick<Parts, "database" | "activity"> {
  readonly guesses: Throttle;
  /** Counts a join against the limit of its network. */
  readonly countJoin: (request: FastifyRequest) => Promise<void>;
  /** Whether newcomers may take seats on this server. */
  readonly takesSeats: boolean;
}

/** For one address, which a whole group may share. */
const maxSearches = 240;
/** No single link reaches this. */
const byAllLinks = { limit: { max: 200, perMinutes: 1 } };

/** Mounts the calls of people who look for a squad or a trip and join it. */
export function joiningRoutes(
  serve: Serve,
  { database, guesses, activity, countJoin, takesSeats }: JoiningParts,
): void {
  const store = squadStore(database);

  /** Says that somebody joined a squad, and whose pages change. Who was in the squad already joined the crew of a trip. */
  async function noteJoined(tx: Tx, userId: string, squadId: string | null, { alreadyMember, crewOf }: Joined) {
    const joiner = { person: userId, actor: userId };
    if (squadId && !alreadyMember) await activity.note(tx, "member_joined", { squad: squadId, ...joiner });
    if (crewOf) await activity.note(tx, "crew_joined", { trip: crewOf, ...joiner });
  }

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
    const card = await store.findCard(params.id, invite);
    if (!card) throw cannotJoin();
    return { ...card, givesSeats: card.givesSeats && takesSeats };
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
        const seat = viewer.isSeat ? await squadWrites(tx).lockSeat(viewer.id) : undefined;
        // Joining by the link is no way around the wait for an admin.
        if (viewer.isSeat && (await seatWrites(tx).isWaiting(viewer.id))) throw forbidden("seat_waits");
        if (viewer.isSeat && seat === undefined && squadId) await seatWrites(tx).moveTo(squadId, viewer.id);
        const joined = squadId
          ? await join(squadWrites(tx), acceptingInvitations(tx), { squadId, ...who })
          : await joinTrip(squadWrites(tx), acceptingInvitations(tx), { tripId: tripId!, ...who });
        // A seat is a place in one squad. One that left its squad may join again.
        if (viewer.isSeat && !joined.alreadyMember && (seat || !squadId)) throw seatElsewhere(seat);
        await noteJoined(tx, viewer.id, squadId, joined);
        return joined;
      });
      const trip = tripId ?? crewOf;
      return { alreadyMember, squadId, ...(trip && { tripId: trip }) };
    },
    byAllLinks,
  );
}

/** The refusal of a seat that wants to join another squad. */
const seatElsewhere = (squad: string | undefined) =>
  squad === undefined ? seatOnly() : new Problem("account_needed", withValues("seat_elsewhere", { squad }));

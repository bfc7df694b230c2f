import type { FastifyRequest } from "fastify";
import type { Database } from "../schema/database.ts";
import { lastId } from "../platform/db/id.ts";
import { nextPage } from "../platform/http/cursor.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Live } from "../platform/live/live.ts";
import { hashInviteCode } from "../platform/secrets/invite-code.ts";
import { acceptingInvitations } from "./invitations/accept-store.ts";
import { isSquadLink } from "../accounts/people/registration-store.ts";
import { idOr } from "./cursor.ts";
import { renewScopes, tellSquad } from "./hints.ts";
import { cannotJoin, join, joinTrip } from "./squads.ts";
import { countByLink } from "../platform/throttle/shared-limits.ts";
import type { Throttle } from "../platform/throttle/throttle.ts";
import { squadStore } from "./store.ts";
import { squadWrites } from "./writes-store.ts";

interface Parts {
  readonly database: Database;
  readonly guesses: Throttle;
  readonly live: Live;
  /** Counts a join against the limit of its network. */
  readonly countJoin: (request: FastifyRequest) => Promise<void>;
}

/** For one address, which a whole group may share. */
const maxSearches = 240;
/** No single link reaches this. */
const byAllLinks = { limit: { max: 200, perMinutes: 1 } };

/** Mounts the calls of people who look for a squad or a trip and join it. */
export function joiningRoutes(serve: Serve, { database, guesses, live, countJoin }: Parts): void {
  const store = squadStore(database);

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
      if (squadId && !alreadyMember) tellSquad(live, squadId, "members");
      if (crewOf) live.tell({ scope: "trip", id: crewOf, kind: "members" });
      if (crewOf || !alreadyMember) renewScopes(live, viewer.id);
      const trip = tripId ?? crewOf;
      return { alreadyMember, squadId, ...(trip && { tripId: trip }) };
    },
    byAllLinks,
  );
}

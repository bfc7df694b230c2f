import type { Database } from "../schema/database.ts";
import { firstId, lastId } from "../platform/db/id.ts";
import { nextPage } from "../platform/http/cursor.ts";
import { notFound } from "../platform/http/problem.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Live } from "../platform/live/live.ts";
import { logSecurity } from "../platform/http/security-log.ts";
import { removeFilesSoon } from "../media/upkeep/cleaning.ts";
import { inParts } from "../media/photos/deletion-store.ts";
import { rightsStore } from "../access/rights-store.ts";
import { adminOf, memberOf, seeSquad } from "../access/squad-access.ts";
import { idOr } from "./cursor.ts";
import { renewScopes, tellSquad } from "./hints.ts";
import { changeRole, hintsOf, leave, letBackIn, removeMember } from "./squads.ts";
import { squadStore } from "./store.ts";
import { squadWrites } from "./writes-store.ts";

interface Parts {
  readonly database: Database;
  readonly live: Live;
  readonly jobs: Jobs;
}

/** Mounts the calls about the members of a squad: who they are, their roles, and how they leave. */
export function memberRoutes(serve: Serve, { database, live, jobs }: Parts): void {
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
    await database.transact((tx) => changeRole(squadWrites(tx), admin, params.userId, body.role));
    logSecurity(request, "role_changed", { squad: admin.squadId, member: params.userId, role: body.role });
    tellSquad(live, admin.squadId, "members");
    const member = await store.findMember(admin.squadId, params.userId);
    if (!member) throw notFound("not_a_member");
    return member;
  });

  serve.call("DELETE /api/squads/:id/members/:userId", async ({ viewer, params, query, request }) => {
    const admin = await adminOf(rights, viewer.id, params.id);
    const left = await database.transact((tx) => removeMember(squadWrites(tx), admin, params.userId, query.trips));
    logSecurity(request, "member_removed", { squad: admin.squadId, member: params.userId });
    live.tell(...hintsOf(left));
    tellSquad(live, admin.squadId, "members");
    renewScopes(live, params.userId);
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
    tellSquad(live, admin.squadId, "members");
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
    tellSquad(live, member.squadId, "members");
    renewScopes(live, viewer.id);
    return { deleted };
  });
}

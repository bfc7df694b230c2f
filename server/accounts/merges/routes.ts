import { z } from "zod";
import { Id } from "#contract/fields.ts";
import { adminOf } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import { Problem, notFound, refusedToken } from "../../platform/http/problem.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { logSecurity } from "../../platform/http/security-log.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";
import type { Ground } from "../../schema/ground.ts";
import { demandMergeable, mergeInSquad, mergeOwnSeat, undoMerge } from "./merging.ts";
import { mergeStore } from "./store.ts";
import { type Changed, mergeWrites } from "./writes-store.ts";

interface Parts extends Pick<Ground, "database" | "activity"> {
  readonly secrets: Secrets;
}

/** What a ticket holds. It is sealed, so that only this server can read or make one. */
const Ticket = z.object({ personId: Id, ticketsFrom: z.string().nullable(), until: z.number() });
const ticketPurpose = "seat into account";
const ticketLifeMs = 3_600_000;

/** Mounts the calls that make one person of two, and undo it. */
export function mergeRoutes(serve: Serve, { database, activity, secrets }: Parts): void {
  const store = mergeStore(database);
  const rights = rightsStore(database);

  /** Tells the squads and trips of these people, and has their own pages ask again. */
  async function tell(people: readonly string[], { tripIds, revealed }: Changed): Promise<void> {
    activity.tell("members_changed", { squad: await store.squadsOf(people), trip: tripIds });
    activity.tell("photos_changed", { trip: tripIds });
    activity.tell("ballot_counted", { trip: tripIds });
    for (const { tripId, categoryId } of revealed) activity.tell("results_out", { trip: tripId }, { categoryId });
    activity.tell("account_changed", { person: people });
  }

  const made = async (userId: string, id: string) => {
    const [merge] = await store.madeBy(userId, id);
    if (!merge) throw notFound("merge_not_found");
    return merge;
  };

  serve.call("POST /api/seat/ticket", async ({ viewer }) => {
    if (!viewer.isSeat) throw new Problem("conflict", "seat_is_kept");
    const ticketsFrom = await database.transact((tx) => mergeWrites(tx).ticketsFrom(viewer.id));
    const ticket: z.infer<typeof Ticket> = { personId: viewer.id, ticketsFrom, until: Date.now() + ticketLifeMs };
    const sealed = await secrets.seal(JSON.stringify(ticket), ticketPurpose);
    return { ticket: sealed.toString("base64url") };
  });

  serve.call("POST /api/account/seat", async ({ viewer, body, request }) => {
    const text = await secrets.unseal(Buffer.from(body.ticket, "base64url"), ticketPurpose);
    const ticket = text === null ? undefined : Ticket.safeParse(JSON.parse(text)).data;
    if (!ticket || ticket.until < Date.now()) throw refusedToken("merge_ticket_ended");
    const changed = await database.transact((tx) => mergeOwnSeat(mergeWrites(tx), ticket, viewer.id));
    logSecurity(request, "seat_merged", { member: ticket.personId });
    await tell([ticket.personId, viewer.id], changed);
    return made(viewer.id, ticket.personId);
  });

  serve.call("GET /api/squads/:id/merges/:userId/into/:intoId", async ({ viewer, params }) => {
    const { squadId } = await adminOf(rights, viewer.id, params.id);
    const pair = { from: params.userId, into: params.intoId };
    await database.transact((tx) => demandMergeable(mergeWrites(tx), squadId, pair));
    const plan = await store.plan(pair);
    if (!plan) throw notFound("user_not_found");
    return plan;
  });

  serve.call("POST /api/squads/:id/merges", async ({ viewer, params, body, request }) => {
    const { squadId } = await adminOf(rights, viewer.id, params.id);
    const pair = { from: body.userId, into: body.intoId };
    const changed = await database.transact((tx) =>
      mergeInSquad(mergeWrites(tx), pair, { userId: viewer.id, squadId }),
    );
    logSecurity(request, "people_merged", { squad: squadId, member: pair.from });
    await tell([pair.from, pair.into], changed);
    return made(viewer.id, pair.from);
  });

  serve.call("GET /api/merges", ({ viewer }) => store.madeBy(viewer.id));

  serve.call("DELETE /api/merges/:id", async ({ viewer, params, request }) => {
    const mayRun = async (squadId: string) => (await rights.inSquad(viewer.id, squadId)).role === "admin";
    const changed = await database.transact((tx) => undoMerge(mergeWrites(tx), params.id, viewer.id, mayRun));
    logSecurity(request, "merge_undone", { member: params.id });
    await tell([params.id, changed.into], changed);
    return undefined;
  });
}

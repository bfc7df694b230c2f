import type { FastifyRequest } from "fastify";
import type { Ground } from "../schema/ground.ts";
import { adminOf } from "../access/rights.ts";
import type { AccountSessions } from "../accounts/sessions/build.ts";
import { rightsStore } from "../access/rights-store.ts";
import { isSquadLink } from "../accounts/people/registration-store.ts";
import { deviceNameOf } from "../platform/http/device-name.ts";
import { Problem, forbidden, notFound, refusedToken } from "../platform/http/problem.ts";
import { siteOf } from "../platform/http/same-site.ts";
import { logSecurity } from "../platform/http/security-log.ts";
import type { Serve } from "../platform/http/serve.ts";
import { shownEmail } from "../platform/mail/email-key.ts";
import { hashInviteCode, newInviteCode } from "../platform/secrets/invite-code.ts";
import { countByLink } from "../platform/throttle/throttle.ts";
import { acceptingInvitations } from "./invitations/accept-store.ts";
import { squadWrites } from "./writes-store.ts";
import { seatLinkLetter } from "./seat-letter.ts";
import type { Tx } from "../schema/database.ts";
import { type SatDown, letInAll, sitDown } from "./seats.ts";
import { isSeatOf, seatStore, seatWrites, setLink } from "./seat-store.ts";

interface Parts extends Pick<Ground, "database" | "guesses" | "activity" | "mail"> {
  readonly sessions: AccountSessions;
  readonly publicUrl: string | undefined;
  readonly countJoin: (request: FastifyRequest) => Promise<void>;
  readonly takesSeats: boolean;
}

/** No single link reaches this limit. It bounds an address that uses many links. */
const byAllLinks = { limit: { max: 200, perMinutes: 1 } };
const threeADay = { atOnce: 3, everySeconds: 28_800 };
const byAddress = { limit: { max: 20, perMinutes: 1 } };
/** A squad of a few hundred fits; an admin sees the latest. */
const maxListed = 200;

/** Mounts the calls of people who take part without an account, and of the admins who look after their seats. */
export function seatRoutes(serve: Serve, parts: Parts): void {
  const { database, sessions, guesses, activity, mail, countJoin } = parts;
  const store = seatStore(database);
  const rights = rightsStore(database);
  /** The secret stands behind the #, which no server, log or referrer gets. */
  const linkTo = (request: FastifyRequest, token: string) => `${siteOf(request, parts.publicUrl)}/come-back#${token}`;

  /** Tells the squad who sits down, or its admins, once an hour, that people wait. */
  async function noteSeat(tx: Tx, squad: string, { personId, isWaiting }: SatDown) {
    if (!isWaiting) return activity.note(tx, "member_joined", { squad, actor: personId });
    const { let_in_at: letInAt } = (await squadWrites(tx).lock(squad))!;
    if (await seatWrites(tx).wasAsked(squad, letInAt)) return;
    const admins = (await squadWrites(tx).memberRoles(squad)).filter(({ role }) => role === "admin");
    await activity.note(tx, "seats_wait", { squad, to: admins.map(({ user_id: id }) => id) });
  }

  serve.call(
    "POST /api/squads/:id/seats",
    async ({ viewer, params, body, request, reply, repeated }) => {
      if (await isSquadLink(database.db, { code: body.invite, placeId: params.id }))
        await countByLink(guesses, "seat", params.id);
      else await countJoin(request);
      if (!parts.takesSeats) throw forbidden("registration_closed");
      const { personId, isWaiting, isNew } = await database.transact(async (tx) => {
        const seat = await sitDown(squadWrites(tx), seatWrites(tx), acceptingInvitations(tx), {
          squadId: params.id,
          viewerId: viewer?.id ?? null,
          expected: body.expected,
          firstName: body.firstName,
          lastName: body.lastName ?? "",
          invite: body.invite,
          device: deviceNameOf(request.headers["user-agent"]),
          keyHash: hashInviteCode(body.key),
        });
        if (seat.isNew) await noteSeat(tx, params.id, seat);
        return seat;
      });
      if (!isNew) repeated();
      if (viewer?.id !== personId) await sessions.start(request, reply, personId);
      if (isNew) logSecurity(request, "seat_taken", { squad: params.id });
      activity.tell("members_changed", { squad: params.id });
      const user = await sessions.userOf(personId);
      if (!user) throw notFound("user_not_found");
      return { user, isWaiting, tripId: isWaiting ? null : await store.findRunningTrip(params.id) };
    },
    byAllLinks,
  );

  serve.call("GET /api/seat", ({ viewer }) => store.findMine(viewer.id));

  serve.call("POST /api/seat/link", async ({ viewer, request }) => {
    if (!viewer.isSeat) throw new Problem("conflict", "seat_is_kept");
    const token = newInviteCode();
    await database.transact((tx) => setLink(tx, { personId: viewer.id, tokenHash: hashInviteCode(token) }));
    logSecurity(request, "seat_link_made");
    return { link: linkTo(request, token) };
  });

  mail.kind(
    "seat-link",
    async (id) => {
      const asked = await store.findMail(id);
      const token = newInviteCode();
      if (!asked?.email || !(await store.setToken(id, hashInviteCode(token)))) return null;
      return seatLinkLetter({
        to: asked.email,
        firstName: asked.firstName,
        link: `${asked.origin}/come-back#${token}`,
      });
    },
    { isWayIn: true, toAddress: threeADay, delivered: store.forgetAddress, undelivered: store.forgetAddress },
  );

  serve.call("POST /api/seat/link/mail", async ({ viewer, body, request }) => {
    if (!viewer.isSeat) throw new Problem("conflict", "seat_is_kept");
    await guesses.count(`mail link of ${viewer.id}`, threeADay);
    const asked = { email: shownEmail(body.email), origin: siteOf(request, parts.publicUrl) };
    await database.transact(async (tx) => {
      const id = await setLink(tx, { personId: viewer.id, tokenHash: null, mail: asked });
      await mail.post(tx, "seat-link", [id]);
    });
    mail.wake();
    logSecurity(request, "seat_link_made");
    return undefined;
  });

  serve.call(
    "POST /api/seats/return",
    async ({ body, request, reply }) => {
      const personId = await store.findByLink(hashInviteCode(body.token));
      const user = personId === undefined ? null : await sessions.userOf(personId);
      if (!user) throw refusedToken("seat_link_ended");
      await sessions.start(request, reply, user.id);
      logSecurity(request, "login", { way: "seat" });
      return { user, squadId: (await store.findMine(user.id)).squadId };
    },
    byAddress,
  );

  serve.call("GET /api/squads/:id/seats", async ({ viewer, params }) => {
    const { squadId } = await adminOf(rights, viewer.id, params.id);
    return store.ofSquad(squadId, maxListed);
  });

  serve.call("POST /api/squads/:id/seats/let-in", async ({ viewer, params, request }) => {
    const { squadId } = await adminOf(rights, viewer.id, params.id);
    const people = await database.transact(async (tx) => {
      const letIn = await letInAll(squadWrites(tx), seatWrites(tx), squadId);
      for (const person of letIn) await activity.note(tx, "member_joined", { squad: squadId, person, actor: person });
      return letIn;
    });
    logSecurity(request, "seats_let_in", { squad: squadId, people: people.length });
    return { letIn: people.length };
  });

  serve.call("POST /api/squads/:id/seats/:userId/confirm", async ({ viewer, params, request }) => {
    const { squadId } = await adminOf(rights, viewer.id, params.id);
    const tripIds = await database.transact(async (tx) => {
      // A removal from the squad comes before or after.
      await squadWrites(tx).lock(squadId);
      if (!(await isSeatOf(tx, squadId, params.userId))) throw new Problem("conflict", "not_a_seat");
      return seatWrites(tx).confirm(squadId, params.userId, viewer.id);
    });
    if (!tripIds) return undefined;
    logSecurity(request, "seat_confirmed", { squad: squadId, member: params.userId });
    activity.tell("members_changed", { squad: squadId, trip: tripIds });
    return undefined;
  });

  serve.call("POST /api/squads/:id/seats/:userId/link", async ({ viewer, params, request }) => {
    const { squadId } = await adminOf(rights, viewer.id, params.id);
    if (!(await isSeatOf(database.db, squadId, params.userId))) throw new Problem("conflict", "not_a_seat");
    const token = newInviteCode();
    await database.transact(async (tx) => {
      await seatWrites(tx).endAccess(params.userId, viewer.id);
      await setLink(tx, { personId: params.userId, tokenHash: hashInviteCode(token) });
    });
    logSecurity(request, "seat_link_replaced", { squad: squadId, member: params.userId });
    activity.tell("account_changed", { person: params.userId });
    activity.tell("members_changed", { squad: squadId });
    return { link: linkTo(request, token) };
  });
}

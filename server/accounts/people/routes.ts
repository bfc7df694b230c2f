import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { Id, Timestamp, plain } from "#contract/fields.ts";
import { Brought } from "#contract/people.ts";
import type { RegistrationMode } from "#contract/overviews.ts";
import type { Database, Tx } from "../../schema/database.ts";
import { Problem, forbidden, notFound, refusedField } from "../../platform/http/problem.ts";
import { type TellOwner, ofBrowser } from "../alerts/build.ts";
import { networkOf, wideNetwork } from "../../platform/http/network.ts";
import { cursorOf, nextPage, readCursor } from "../../platform/http/cursor.ts";
import { returnPath, withQuery } from "../../platform/http/return-path.ts";
import { countRequests } from "../../platform/http/limit-requests.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { isOwnNavigation } from "../../platform/http/same-site.ts";
import type { AccountSessions } from "../sessions/build.ts";
import type { Activity } from "../../schema/activity.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { logRefusedLogin, logSecurity, noteAccount } from "../../platform/http/security-log.ts";
import { type Throttle, countByLink } from "../../platform/throttle/throttle.ts";
import { emailKey, shownEmail } from "../../platform/mail/email-key.ts";
import { limitLogins } from "./limit-logins.ts";
import { demandPassword, demandSeat, register } from "./people.ts";
import { claimInvitation, isSquadLink, mayRegister, registrationRefusals } from "./registration-store.ts";
import { type ByName, peopleStore } from "./store.ts";
import { hashPassword } from "./password.ts";
import { tellSeatKept } from "./seat-kept.ts";
import { keepSeat, userStore } from "./user-store.ts";

/** Mails a link that confirms a new account's address, within its transaction. Call `mail.wake` after the commit. */
export type AskToConfirm = (
  tx: Tx,
  who: { readonly id: string; readonly email: string },
  request: FastifyRequest,
) => Promise<void>;

interface Parts {
  readonly database: Database;
  readonly sessions: AccountSessions;
  readonly activity: Activity;
  readonly guesses: Throttle;
  readonly mail: Mail;
  readonly askToConfirm: AskToConfirm;
  readonly registration: RegistrationMode;
  readonly tellOwner: TellOwner;
  readonly rateLimits: boolean;
}

/** When an award was completed, and its id. */
const CompletionCursor = z.tuple([Timestamp, Id]);

/** Slows guesses from one IP address, and allows a few mistakes. */
const perAddress = { max: 20, perMinutes: 1 };
/** No single link reaches this. It bounds a sender who makes many squads for their links. */
const byAllLinks = { limit: { max: 200, perMinutes: 1 } };

export function peopleRoutes(app: FastifyInstance, serve: Serve, parts: Parts): void {
  const { database, sessions, activity, guesses, mail, askToConfirm, registration, rateLimits } = parts;
  const store = userStore(database);
  const people = peopleStore(database);
  /** The limit of the calls that sign in. A whole squad comes by its link in one evening on one network. */
  const limitBy = (what: "register" | "login") => {
    const countAddress = countRequests(app, rateLimits && perAddress);
    const count = async (request: FastifyRequest) => {
      const { invite: code, place: placeId } = Brought.safeParse(request.body).data ?? {};
      if (await isSquadLink(database.db, { code, placeId })) await countByLink(guesses, what, placeId!);
      else await countAddress(request);
    };
    return { ...byAllLinks, count };
  };
  const refused = () => forbidden(registrationRefusals[registration === "closed" ? "closed" : "invited"]);
  const runLogin = limitLogins(guesses);
  const tellOfBrowser = ofBrowser(parts.tellOwner);

  serve.call(
    "POST /api/register",
    async ({ body, request, reply }) => {
      const brought = { code: body.invite, placeId: body.place };
      if (!(await mayRegister(database.db, registration, brought))) throw refused();
      const id = await register(store, body, async (tx, { id, email, emailKey }) => {
        const { mayRegister, mailedTo } = await claimInvitation(tx, registration, brought, id);
        if (!mayRegister) throw refused();
        if (mailedTo === emailKey) return true;
        await askToConfirm(tx, { id, email }, request);
        return false;
      });
      mail.wake();
      await sessions.start(request, reply, id);
      logSecurity(request, "registered", { way: "password" });
      return (await store.user(id))!;
    },
    limitBy("register"),
  );

  serve.call(
    "POST /api/seat/account",
    async ({ viewer, body, request, reply }) => {
      demandSeat(viewer, registration);
      const who = { id: viewer.id, email: shownEmail(body.email), emailKey: emailKey(body.email) };
      const passwordHash = await hashPassword(body.password);
      await database.transact(async (tx) => {
        if (!(await keepSeat(tx, { ...who, passwordHash, isConfirmed: false })))
          throw new Problem("email_taken", "email_has_account");
        await askToConfirm(tx, who, request);
      });
      mail.wake();
      await sessions.start(request, reply, viewer.id);
      logSecurity(request, "seat_kept", { way: "password" });
      await tellSeatKept(activity, store, viewer.id);
      return (await store.user(viewer.id))!;
    },
    // It tells whether an address has an account, as registration does.
    { limit: perAddress },
  );

  serve.call(
    "POST /api/login",
    async ({ body, request, reply }) => {
      const key = emailKey(body.email);
      const account = await store.findAccount(key);
      if (account) noteAccount(request, account.id);
      const isKnown = account !== undefined && (await sessions.knowsNetwork(request, account));
      const origin = {
        key,
        device: account ? await sessions.knownDevice(request, account) : null,
        ownNetwork: isKnown ? networkOf(request.ip, wideNetwork) : null,
        async tellOfGuesses() {
          if (!account) return;
          const guessed = { userId: account.id, what: "guesses", detail: null } as const;
          await database.transact((tx) => parts.tellOwner(tx, guessed, request));
          mail.wake();
        },
      };
      const login = runLogin(origin, async () => {
        const { id, passwordHash } = await demandPassword(account, body.password, store.replacePasswordHash);
        // A new hash makes the cookie of a known browser void, and the browser stays known.
        const tell = origin.device === null ? tellOfBrowser(id, request) : undefined;
        await sessions.start(request, reply, id, passwordHash, tell);
        mail.wake();
        return (await store.user(id))!;
      });
      return login.catch(logRefusedLogin(request, "password"));
    },
    limitBy("login"),
  );

  serve.call("POST /api/logout", async ({ request, reply }) => {
    await sessions.end(request, reply);
    return undefined;
  });

  serve.call("GET /api/auth/user", async ({ viewer, request, reply }) => {
    // Pages that open from the device ask for nothing else of their session.
    if (viewer.isSeat) sessions.renewSeat(request, reply);
    return viewer;
  });

  serve.call("PATCH /api/auth/user", async ({ viewer, body }) => {
    const path = body.profileImageUrl;
    if (path && path !== viewer.profileImageUrl && !(await store.ownsProfileImage(viewer.id, path))) {
      throw refusedField("profileImageUrl", "profile_photo_not_yours", "upload_photo_first");
    }
    await store.edit(viewer.id, body);
    activity.tell("members_changed", { squad: await store.squadsOf(viewer.id) });
    return (await store.user(viewer.id))!;
  });

  serve.call("GET /api/user/recent-squad", async ({ viewer }) => {
    const squadId = (await store.findRecentSquad(viewer.id)) ?? null;
    return { hasSquads: squadId !== null, squadId };
  });

  serve.call("GET /api/users/:id", async ({ viewer, params }) => {
    const person = await people.findPerson(viewer.id, params.id);
    if (!person) throw notFound("user_not_found");
    return person;
  });

  serve.call("GET /api/users/:id/awards", async ({ viewer, params, query, request, reply }) => {
    const after = readCursor(query.cursor, CompletionCursor);
    const place = after && { at: after[0], categoryId: after[1] };
    const found = await people.findPlacings(viewer.id, params.id, place, query.limit + 1);
    if (!found) throw notFound("user_not_found");
    const page = found.slice(0, query.limit);
    const last = found.length > page.length ? page.at(-1)! : null;
    nextPage(request, reply, last && cursorOf([last.completedAt, last.placing.category.id]));
    return page.map(({ placing }) => placing);
  });

  serve.call("GET /api/all-members", async ({ viewer, query, request, reply }) => {
    const found = await people.everyoneAround(viewer.id, readNameCursor(query.cursor), query.limit + 1);
    const page = found.slice(0, query.limit);
    nextPage(request, reply, found.length > page.length ? nameCursor(page.at(-1)!.user) : null);
    return page;
  });

  serve.call("GET /api/crew-stats", ({ viewer }) => people.crewStats(viewer.id));

  // Both are navigations, kept for existing links.
  app.get<{ Querystring: { return?: unknown; redirect?: unknown } }>("/api/login", async ({ query }, reply) => {
    const back = returnPath(query.return ?? query.redirect);
    return reply.redirect(withQuery("/auth", { return: back === "/" ? undefined : back }));
  });

  app.get("/api/logout", async (request, reply) => {
    // A picture, a frame or a page loaded ahead with this address must not log anybody out, and HEAD only asks.
    if (request.method === "GET" && isOwnNavigation(request)) await sessions.end(request, reply);
    return reply.redirect("/");
  });
}

const Values = z.tuple([plain(200), plain(200), Id]);

/** The cursor after this person in a list by name. */
const nameCursor = ({ firstName, lastName, id }: ByName): string => cursorOf([firstName, lastName, id]);

/** Reads such a cursor; null without one, for the first page. Throws 400 for anything else. */
function readNameCursor(cursor: string | undefined): ByName | null {
  const values = readCursor(cursor, Values);
  return values && { firstName: values[0], lastName: values[1], id: values[2] };
}

// Decision 007: why sessions are our own and stored hashed.
// Written by hand because better-auth stores tokens unhashed and claims paths that our API uses.
import { hash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type SiteCookie, openCookies } from "../../platform/http/cookies.ts";
import { deviceNameOf } from "../../platform/http/device-name.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Way } from "../../platform/http/security-events.ts";
import { logSecurity, noteAccount } from "../../platform/http/security-log.ts";
import type { Screen, Sessions, Viewer } from "../../platform/http/session.ts";
import type { Database, Tx } from "../../schema/database.ts";
import { findUser } from "../../schema/shapes/person.ts";
import { deviceKeyOf } from "./device-key-store.ts";
import { type DeviceUser, deviceCookie, openDevices } from "./device.ts";
import { openKnownNetworks } from "./known-networks-store.ts";
import { type SignInProof, addSession, deviceUser, isUnchanged, signInStore } from "./sign-in-store.ts";
import { dayMs } from "../../platform/durations.ts";

/**
 * The person of this browser's session and its departures, or "ended". Its changes make the browser ask again for each cached picture,
 * because pictures vary by the cookies of a request (RFC 9111, section 4.1). Pages read in it whose answers on this device they may open.
 */
const accessCookie: SiteCookie = { name: "access", path: "/", sameSite: "lax", isReadable: true };
const accessOf = (userId: string, departures: number) => `${userId}.${departures}`;
/** A page sets it when its person logs out without a connection. The next request ends the session. */
const leftAccess = "left";

/** Says that somebody has logged in with this browser, and not who. A visitor without it is offered a new account first. */
const returningCookie: SiteCookie = { name: "returning", path: "/", sameSite: "lax" };

/** The session of a screen. Browsers send it to the calls of screens alone. */
const screenCookie: SiteCookie = { name: "tv", path: "/api/tv", sameSite: "strict" };

const lifeMs = 60 * dayMs;
/** A seat has no other way to sign in. */
const seatLifeMs = 365 * dayMs;
/** As long as browsers keep a cookie. */
const deviceLifeMs = 400 * dayMs;

/** Starts and ends the sessions of people and of screens. */
export interface AccountSessions extends Sessions {
  /**
   * Starts a session and ends the one that this browser had, so that a planted token is worth nothing. With the proof of the sign-in it
   * throws 401 if that proof was changed or removed at the same time. `onNewBrowser` runs in the same transaction if this user has not
   * signed in with this browser since their last new password. A new account needs no proof.
   */
  start(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: string,
    proof?: SignInProof,
    onNewBrowser?: (tx: Tx) => Promise<void>,
  ): Promise<void>;
  /** This browser's number if this user has signed in with it since their last new password; otherwise null. */
  knownDevice(request: FastifyRequest, user: DeviceUser): Promise<string | null>;
  /** Whether this user has signed in from the network of this request since their last new password. */
  knowsNetwork(request: FastifyRequest, user: DeviceUser): Promise<boolean>;
  /** Lets this browser and its network stay known after its user chose a new password. */
  keepDevice(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void>;
  /** A person as only they see themselves. */
  userOf(userId: string): Promise<Viewer | null>;
  /** Ends this browser's session. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Starts the session of a screen, beside that of a person in this browser. It ends with the code of its night. */
  startScreen(request: FastifyRequest, reply: FastifyReply, screen: Screen, lifeMs: number): Promise<void>;
}

export interface SessionParts {
  readonly database: Database;
  readonly publicUrl?: string | undefined;
  readonly cookieName?: string | undefined;
  /** Is told of each person with a session that a login, a new session or a logout has ended. */
  readonly onEnded: (userId: string) => void;
}

/** A token: the id of its person and 256 random bits. Older tokens have the bits alone. */
const tokenForm = /^(?:([0-9a-f-]{36})\.)?[\w-]{43}$/;

/** Opens the sessions of the database. The cookie holds the token; the table holds only the SHA-256 of all of it. */
export function openSessions({ database, publicUrl, cookieName = "session", onEnded }: SessionParts): AccountSessions {
  const sessionCookie: SiteCookie = { name: cookieName, path: "/", sameSite: "lax" };
  const { db, transact } = database;
  const store = signInStore(database);
  const cookies = openCookies(publicUrl);
  const deviceKey = deviceKeyOf(database);
  const devices = openDevices(deviceKey);
  const networks = openKnownNetworks(db, deviceKey);
  const hasLeft = (request: FastifyRequest) => cookies.read(request, accessCookie) === leftAccess;
  const cookieOf = (request: FastifyRequest) => tokenForm.exec(cookies.read(request, sessionCookie) ?? "");
  const tokenOf = (request: FastifyRequest) => (hasLeft(request) ? null : cookieOf(request));
  const personOf = (request: FastifyRequest) => tokenOf(request)?.[1] ?? null;
  const tokenHashOf = (request: FastifyRequest) => {
    const token = tokenOf(request);
    return token && hashOf(token[0]);
  };
  /** The browser deletes what it has cached of the person who was logged in, photos and pages of this tab. */
  const clearCache = (reply: FastifyReply) => void reply.header("clear-site-data", '"cache"');

  const introduce = (request: FastifyRequest, reply: FastifyReply, device: string | undefined) => {
    const life = { expires: new Date(Date.now() + deviceLifeMs) };
    if (device !== undefined) cookies.set(request, reply, deviceCookie, device, life);
  };

  async function end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = cookieOf(request);
    const ended = token ? await store.end(hashOf(token[0])) : undefined;
    cookies.clear(request, reply, sessionCookie);
    cookies.clear(request, reply, accessCookie);
    clearCache(reply);
    if (ended === undefined) return;
    noteAccount(request, ended);
    logSecurity(request, "logout");
    onEnded(ended);
  }

  return {
    personOf,
    tokenHashOf,
    end,
    async viewerOf(request, reply) {
      if (reply && hasLeft(request)) await end(request, reply);
      const token = tokenHashOf(request);
      if (!token) return null;
      const [departures, viewer] = (await store.findViewer(token)) ?? [0, null];
      const state = viewer ? accessOf(viewer.id, departures) : "ended";
      if (reply && cookies.read(request, accessCookie) !== state)
        cookies.set(request, reply, accessCookie, state, { maxAge: deviceLifeMs / 1000 });
      if (viewer) noteAccount(request, viewer.id);
      return viewer;
    },
    knownDevice: (request, user) => devices.known(cookies.read(request, deviceCookie), user),
    isReturning: (request) => cookies.read(request, returningCookie) !== undefined,
    knowsNetwork: (request, user) => networks.knows(user, request.ip),
    async keepDevice(request, reply, userId) {
      const user = await deviceUser(db, userId);
      introduce(request, reply, await devices.introduce(cookies.read(request, deviceCookie), user));
      await networks.remember(db, user, request.ip);
    },
    async start(request, reply, userId, proof, onNewBrowser) {
      const planted = cookieOf(request);
      const before = planted && hashOf(planted[0]);
      const token = `${userId}.${newBits()}`;
      const { device, ended, expires } = await transact(async (tx) => {
        if (proof !== undefined && !(await isUnchanged(tx, userId, proof))) throw proofChanged(proof);
        const user = await deviceUser(tx, userId);
        const expires = new Date(Date.now() + (user.hasAccount ? lifeMs : seatLifeMs));
        const ended = await addSession(tx, {
          userId,
          tokenHash: hashOf(token),
          device: deviceNameOf(request.headers["user-agent"]),
          expiresAt: expires,
          replaces: before,
        });
        const introduced = await devices.introduce(cookies.read(request, deviceCookie), user);
        await networks.remember(tx, user, request.ip);
        if (introduced !== undefined) await onNewBrowser?.(tx);
        return { device: introduced, ended, expires };
      });
      for (const id of ended) onEnded(id);
      const person = personOf(request);
      if (person !== null && person !== userId) clearCache(reply);
      cookies.set(request, reply, sessionCookie, token, { expires });
      cookies.set(request, reply, accessCookie, accessOf(userId, 0), { maxAge: deviceLifeMs / 1000 });
      cookies.set(request, reply, returningCookie, "yes", { maxAge: deviceLifeMs / 1000 });
      introduce(request, reply, device);
      noteAccount(request, userId);
      if (proof !== undefined) logSecurity(request, "login", { way: wayOf(proof) });
    },
    renewSeat(request, reply) {
      const token = tokenOf(request)?.[0];
      if (token !== undefined) cookies.set(request, reply, sessionCookie, token, { maxAge: seatLifeMs / 1000 });
    },
    userOf: (userId) => findUser(db, userId),
    async markSeen(request) {
      const token = tokenHashOf(request);
      if (token) await store.markSeen(token);
    },
    async screenOf(request) {
      const token = cookies.read(request, screenCookie);
      return token === undefined ? null : store.findScreen(hashOf(token));
    },
    async startScreen(request, reply, screen, screenMs) {
      // No token of a person has this form.
      const token = `screen.${newBits()}`;
      await store.addScreen(screen, hashOf(token), new Date(Date.now() + screenMs));
      cookies.set(request, reply, screenCookie, token, { maxAge: screenMs / 1000 });
    },
  };
}

function proofChanged(proof: SignInProof): Problem {
  if (typeof proof === "string") return new Problem("wrong_credentials", "wrong_login");
  if ("subject" in proof) return new Problem("wrong_credentials", "account_unlinked");
  return new Problem("wrong_credentials", "passkey_removed");
}

const wayOf = (proof: SignInProof): Way =>
  typeof proof === "string" ? "password" : "passkey" in proof ? "passkey" : "provider";

const newBits = () => randomBytes(32).toString("base64url");
const hashOf = (token: string) => hash("sha256", token, "buffer");

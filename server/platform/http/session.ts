// Decision 007: why sessions are our own and stored hashed.
// Written by hand because better-auth stores tokens unhashed and claims paths that our API uses.
import { hash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { User } from "#contract/people.ts";
import type { Database, Tx } from "../db/connect.ts";
import { sqlText } from "../db/sql-text.ts";
import type { Way } from "./security-events.ts";
import { logSecurity, noteAccount } from "./security-log.ts";
import { type SiteCookie, openCookies } from "./cookies.ts";
import { deviceNameOf } from "./device-name.ts";
import { type DeviceUser, deviceCookie, deviceKeyOf, openDevices } from "./device.ts";
import { openKnownNetworks } from "./known-networks.ts";
import { Problem } from "./problem.ts";

/** The signed-in user, read from the database for each request. */
export type Viewer = User;

/**
 * The departures of this browser's session, or "ended". Its changes make the browser ask again for each cached picture, because pictures
 * vary by the cookies of a request (RFC 9111, section 4.1).
 */
const accessCookie: SiteCookie = { name: "access", path: "/", sameSite: "lax" };

/** Says that somebody has logged in with this browser, and not who. A visitor without it is offered a new account first. */
const returningCookie: SiteCookie = { name: "returning", path: "/", sameSite: "lax" };

const dayMs = 24 * 3600 * 1000;
const lifeMs = 60 * dayMs;
/** The most sessions of one person. A sign-in above it ends the one that was used longest ago. */
export const maxSessions = 50;
/** As long as browsers keep a cookie. */
const deviceLifeMs = 400 * dayMs;

const viewerByToken = {
  name: "viewer_by_token",
  text: sqlText`select v.departures, json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'bio', u.bio,
      'profileImageUrl', u.profile_image_url, 'email', u.email)
    from viewer_of($1) v join users u on u.id = v.user_id`,
};

/** What a person signed in with: a password's hash, a passkey's id, or an account at an identity provider. */
type SignInProof = string | { readonly passkey: string } | { readonly issuer: string; readonly subject: string };

export interface Sessions {
  /**
   * The user of this request's session; null without a valid one. With `reply`, it sets a cookie there if the user left a squad or crew,
   * or the session ended, since the browser's last reply.
   */
  viewerOf(request: FastifyRequest, reply?: FastifyReply): Promise<Viewer | null>;
  /** The id of the person whom the request's token names; null if it names none. The session itself may be over. */
  personOf(request: FastifyRequest): string | null;
  /** SHA-256 of the request's token, for statements that check the session themselves. */
  tokenHashOf(request: FastifyRequest): Buffer | null;
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
  /** Whether anybody has logged in with this browser. */
  isReturning(request: FastifyRequest): boolean;
  /** Whether this user has signed in from the network of this request since their last new password. */
  knowsNetwork(request: FastifyRequest, user: DeviceUser): Promise<boolean>;
  /** Lets this browser and its network stay known after its user chose a new password. */
  keepDevice(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void>;
  /** Stores the hour in which this session is in use. Open pages call it, so that GET requests write nothing. */
  markSeen(request: FastifyRequest): Promise<void>;
  /** Ends this browser's session. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

const seen = {
  name: "session_seen",
  text: sqlText`update sessions set last_seen_at = date_trunc('hour', now())
    where token_hash = $1 and last_seen_at < date_trunc('hour', now())`,
};

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
export function openSessions({ database, publicUrl, cookieName = "session", onEnded }: SessionParts): Sessions {
  const sessionCookie: SiteCookie = { name: cookieName, path: "/", sameSite: "lax" };
  const { db, one, row, transact } = database;
  const cookies = openCookies(publicUrl);
  const deviceKey = deviceKeyOf(database);
  const devices = openDevices(deviceKey);
  const networks = openKnownNetworks(db, deviceKey);
  const tokenOf = (request: FastifyRequest) => tokenForm.exec(cookies.read(request, sessionCookie) ?? "");
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

  return {
    personOf,
    tokenHashOf,
    async viewerOf(request, reply) {
      const token = tokenHashOf(request);
      if (!token) return null;
      const [departures, viewer] = (await row<[number, Viewer]>(viewerByToken, [token])) ?? ["ended", null];
      const state = String(departures);
      if (reply && (cookies.read(request, accessCookie) ?? "0") !== state)
        cookies.set(request, reply, accessCookie, state, { maxAge: lifeMs / 1000 });
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
      const before = tokenHashOf(request);
      const token = `${userId}.${randomBytes(32).toString("base64url")}`;
      const expires = new Date(Date.now() + lifeMs);
      const { device, ended } = await transact(async (tx) => {
        if (proof !== undefined) await demandUnchanged(tx, userId, proof);
        const ofToken = tx.deleteFrom("sessions").where("token_hash", "=", before ?? Buffer.alloc(0));
        const replaced = await ofToken.returning("user_id").execute();
        await tx.deleteFrom("sessions").where("user_id", "=", userId).where("expires_at", "<", new Date()).execute();
        await tx
          .insertInto("sessions")
          .values({
            token_hash: hashOf(token),
            user_id: userId,
            device: deviceNameOf(request.headers["user-agent"]),
            expires_at: expires,
          })
          .execute();
        const tooMany = await tx
          .deleteFrom("sessions")
          .where("token_hash", "in", (sessions) =>
            sessions
              .selectFrom("sessions")
              .select("token_hash")
              .where("user_id", "=", userId)
              .orderBy("last_seen_at", "desc")
              .orderBy("created_at", "desc")
              .offset(maxSessions),
          )
          .returning("user_id")
          .execute();
        const user = await deviceUser(tx, userId);
        const introduced = await devices.introduce(cookies.read(request, deviceCookie), user);
        await networks.remember(tx, user, request.ip);
        if (introduced !== undefined) await onNewBrowser?.(tx);
        return { device: introduced, ended: new Set([...replaced, ...tooMany].map((one) => one.user_id)) };
      });
      for (const id of ended) onEnded(id);
      const person = personOf(request);
      if (person !== null && person !== userId) clearCache(reply);
      cookies.set(request, reply, sessionCookie, token, { expires });
      cookies.set(request, reply, returningCookie, "yes", { maxAge: deviceLifeMs / 1000 });
      introduce(request, reply, device);
      noteAccount(request, userId);
      if (proof !== undefined) logSecurity(request, "login", { way: wayOf(proof) });
    },
    async markSeen(request) {
      const token = tokenHashOf(request);
      if (token) await one(seen, [token]);
    },
    async end(request, reply) {
      const token = tokenHashOf(request);
      const ended = token
        ? await db.deleteFrom("sessions").where("token_hash", "=", token).returning("user_id").executeTakeFirst()
        : undefined;
      cookies.clear(request, reply, sessionCookie);
      clearCache(reply);
      if (!ended) return;
      noteAccount(request, ended.user_id);
      logSecurity(request, "logout");
      onEnded(ended.user_id);
    },
  };
}

async function deviceUser(db: Database["db"] | Tx, id: string): Promise<DeviceUser> {
  const user = await db.selectFrom("users").select("password_hash").where("id", "=", id).executeTakeFirst();
  return { id, passwordHash: user?.password_hash ?? null };
}

/** Throws 401 unless the proof is still valid. Its row lock waits for a change in progress, which cannot end the new session. */
async function demandUnchanged(tx: Tx, userId: string, proof: SignInProof) {
  if (typeof proof === "string") {
    const user = tx.selectFrom("users").select("id").where("id", "=", userId).where("password_hash", "=", proof);
    if (!(await user.forShare().executeTakeFirst()))
      throw new Problem("wrong_credentials", "Invalid email or password");
    return;
  }
  if ("subject" in proof) {
    const identity = tx.selectFrom("identities").select("id").where("user_id", "=", userId);
    const still = identity.where("issuer", "=", proof.issuer).where("subject", "=", proof.subject);
    if (!(await still.forShare().executeTakeFirst()))
      throw new Problem("wrong_credentials", "This account was unlinked just now. Please log in another way.");
    return;
  }
  const passkey = tx.selectFrom("passkeys").select("id").where("id", "=", proof.passkey).where("user_id", "=", userId);
  if (!(await passkey.forShare().executeTakeFirst()))
    throw new Problem("wrong_credentials", "This passkey was removed just now. Please log in another way.");
}

const wayOf = (proof: SignInProof): Way =>
  typeof proof === "string" ? "password" : "passkey" in proof ? "passkey" : "provider";

const hashOf = (token: string) => hash("sha256", token, "buffer");

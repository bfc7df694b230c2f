// Decision 007: why sessions are our own and stored hashed.
import { hash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { User } from "#contract/people.ts";
import type { Database, Tx } from "../db/connect.ts";
import { sqlText } from "../db/sql-text.ts";
import { deviceNameOf } from "./device-name.ts";
import { deviceCookie, openDevices } from "./device.ts";
import { Problem } from "./problem.ts";

/** The signed-in user, as the database knows them at this request. */
export type Viewer = User;

const cookieName = "session";
const dayMs = 24 * 3600 * 1000;
const lifeMs = 60 * dayMs;
const deviceLifeMs = 400 * dayMs;

const viewerByToken = {
  name: "viewer_by_token",
  text: sqlText`select json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'bio', u.bio,
      'profileImageUrl', u.profile_image_url, 'email', u.email)
    from viewer_of($1) v join users u on u.id = v.user_id`,
};

/** A password's hash, a passkey's number, or somebody at an identity provider. */
type Opener = string | { readonly passkey: string } | { readonly issuer: string; readonly subject: string };

export interface Sessions {
  /** Who sends this request; null without a live session. */
  viewerOf(request: FastifyRequest): Promise<Viewer | null>;
  /** SHA-256 of the token sent, for statements that prove the session themselves. */
  tokenHashOf(request: FastifyRequest): Buffer | null;
  /**
   * Starts a session and ends the one this browser had: a token planted before signing in is worth nothing after. With what
   * opened the door (the password's hash, the number of a passkey, an account elsewhere): 401 when that was changed or removed at this very moment.
   */
  start(request: FastifyRequest, reply: FastifyReply, userId: string, opener?: Opener): Promise<void>;
  /** The number of this browser when this user has signed in with it before. */
  knownDevice(request: FastifyRequest, userId: string): Promise<string | null>;
  /** Notes that this session is in use, by the hour. For open pages; reads stay reads. */
  seen(request: FastifyRequest): Promise<void>;
  /** Ends this browser's session. Answers whose it was. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<string | null>;
}

const seen = {
  name: "session_seen",
  text: sqlText`update sessions set last_seen_at = date_trunc('hour', now())
    where token_hash = $1 and last_seen_at < date_trunc('hour', now())`,
};

/** Sessions in the database. The cookie holds 256 random bits, the table only their SHA-256. */
export function openSessions(database: Database, publicUrl?: string): Sessions {
  const { db, one, transact } = database;
  const devices = openDevices(database);
  const isPublicHttps = publicUrl?.startsWith("https:") ?? false;
  const tokenHashOf = (request: FastifyRequest) => {
    const token = request.cookies[cookieName];
    return token && /^[\w-]{43}$/.test(token) ? hashOf(token) : null;
  };
  const cookie = (request: FastifyRequest) =>
    ({ path: "/", httpOnly: true, sameSite: "lax", secure: isPublicHttps || request.protocol === "https" }) as const;

  return {
    tokenHashOf,
    async viewerOf(request) {
      const token = tokenHashOf(request);
      return token && one<Viewer>(viewerByToken, [token]);
    },
    knownDevice: devices.known,
    async start(request, reply, userId, opener) {
      const before = tokenHashOf(request);
      const token = randomBytes(32).toString("base64url");
      const expires = new Date(Date.now() + lifeMs);
      await transact(async (tx) => {
        if (opener !== undefined) await demandStill(tx, userId, opener);
        if (before) await tx.deleteFrom("sessions").where("token_hash", "=", before).execute();
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
      });
      void reply.setCookie(cookieName, token, { ...cookie(request), expires });
      const device = await devices.introduce(request, userId);
      const life = { path: "/api/login", expires: new Date(Date.now() + deviceLifeMs) };
      if (device) void reply.setCookie(deviceCookie, device, { ...cookie(request), ...life });
    },
    async seen(request) {
      const token = tokenHashOf(request);
      if (token) await one(seen, [token]);
    },
    async end(request, reply) {
      const token = tokenHashOf(request);
      const ended = token
        ? await db.deleteFrom("sessions").where("token_hash", "=", token).returning("user_id").executeTakeFirst()
        : undefined;
      void reply.clearCookie(cookieName, cookie(request));
      return ended?.user_id ?? null;
    },
  };
}

/** Waits for a change that is under way, which has seen no session of this sign-in. */
async function demandStill(tx: Tx, userId: string, opener: Opener) {
  if (typeof opener === "string") {
    const user = tx.selectFrom("users").select("id").where("id", "=", userId).where("password_hash", "=", opener);
    if (!(await user.forShare().executeTakeFirst()))
      throw new Problem("wrong_credentials", "Invalid email or password");
    return;
  }
  if ("subject" in opener) {
    const identity = tx.selectFrom("identities").select("id").where("user_id", "=", userId);
    const still = identity.where("issuer", "=", opener.issuer).where("subject", "=", opener.subject);
    if (!(await still.forShare().executeTakeFirst()))
      throw new Problem("wrong_credentials", "This account was unlinked just now. Please log in another way.");
    return;
  }
  const passkey = tx.selectFrom("passkeys").select("id").where("id", "=", opener.passkey).where("user_id", "=", userId);
  if (!(await passkey.forShare().executeTakeFirst()))
    throw new Problem("wrong_credentials", "This passkey was removed just now. Please log in another way.");
}

const hashOf = (token: string) => hash("sha256", token, "buffer");

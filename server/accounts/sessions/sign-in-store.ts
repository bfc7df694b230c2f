import type { Screen, Viewer } from "../../platform/http/session.ts";
import { sqlText } from "../../platform/db/sql-text.ts";
import type { Database, Db, Tx } from "../../schema/database.ts";
import { userJson } from "../../schema/shapes/person.ts";
import type { DeviceUser } from "./device.ts";
import { maxSessions } from "./store.ts";

/** What a person signed in with: a password's hash, a passkey's id, or an account at an identity provider. */
export type SignInProof = string | { readonly passkey: string } | { readonly issuer: string; readonly subject: string };

const viewerByToken = {
  name: "viewer_by_token",
  text: sqlText`select v.departures, ${userJson} from viewer_of($1) v join people u on u.id = v.user_id left join accounts a on a.person_id = u.id`,
};

const screenByToken = {
  name: "screen_by_token",
  text: sqlText`select night_of from sessions where token_hash = $1 and expires_at > now() and night_of is not null`,
};

const seen = {
  name: "session_seen",
  text: sqlText`update sessions set last_seen_at = date_trunc('hour', now()), expires_at = case
    when exists (select from accounts where person_id = user_id) then expires_at else now() + interval '365 days' end
    where token_hash = $1 and last_seen_at < date_trunc('hour', now())`,
};

interface NewSession {
  readonly userId: string;
  readonly tokenHash: Buffer;
  readonly device: string | null;
  readonly expiresAt: Date;
  /** The hash of the token that this browser had. */
  readonly replaces: Buffer | null;
}

export const signInStore = ({ db, one, row }: Database) => ({
  /** The departures of a live session, and its user. */
  findViewer: (tokenHash: Buffer) => row<[number, Viewer]>(viewerByToken, [tokenHash]),
  markSeen: (tokenHash: Buffer) => one(seen, [tokenHash]),

  /** Returns the user whose session it ended. */
  async end(tokenHash: Buffer): Promise<string | undefined> {
    const ended = await db
      .deleteFrom("sessions")
      .where("token_hash", "=", tokenHash)
      .returning("user_id")
      .executeTakeFirst();
    return ended?.user_id ?? undefined;
  },

  async findScreen(tokenHash: Buffer): Promise<Screen | null> {
    const found = await row<[string]>(screenByToken, [tokenHash]);
    return found ? { nightOf: found[0] } : null;
  },
  addScreen: ({ nightOf }: Screen, tokenHash: Buffer, expiresAt: Date) =>
    db
      .insertInto("sessions")
      .values({ token_hash: tokenHash, night_of: nightOf, device: null, expires_at: expiresAt })
      .execute(),
});

/** Adds a session. Returns the users of the sessions that it ended: the one that it replaces, and those above the limit. */
export async function addSession(tx: Tx, session: NewSession): Promise<ReadonlySet<string>> {
  const { userId } = session;
  const ofToken = tx.deleteFrom("sessions").where("token_hash", "=", session.replaces ?? Buffer.alloc(0));
  const replaced = await ofToken.returning("user_id").execute();
  await tx.deleteFrom("sessions").where("user_id", "=", userId).where("expires_at", "<", new Date()).execute();
  await tx
    .insertInto("sessions")
    .values({
      token_hash: session.tokenHash,
      user_id: userId,
      device: session.device,
      expires_at: session.expiresAt,
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
  return new Set([...replaced, ...tooMany].flatMap((one) => one.user_id ?? []));
}

export async function deviceUser(db: Db | Tx, id: string): Promise<DeviceUser & { readonly hasAccount: boolean }> {
  const user = await db.selectFrom("accounts").select("password_hash").where("person_id", "=", id).executeTakeFirst();
  return { id, passwordHash: user?.password_hash ?? null, hasAccount: user !== undefined };
}

/** Whether the proof is still valid. Its row lock waits for a change in progress, which cannot end the new session. */
export async function isUnchanged(tx: Tx, userId: string, proof: SignInProof): Promise<boolean> {
  const proofs =
    typeof proof === "string"
      ? tx
          .selectFrom("accounts")
          .select("person_id as id")
          .where("person_id", "=", userId)
          .where("password_hash", "=", proof)
      : "subject" in proof
        ? tx
            .selectFrom("identities")
            .select("id")
            .where("user_id", "=", userId)
            .where("issuer", "=", proof.issuer)
            .where("subject", "=", proof.subject)
        : tx.selectFrom("passkeys").select("id").where("id", "=", proof.passkey).where("user_id", "=", userId);
  return (await proofs.forShare().executeTakeFirst()) !== undefined;
}

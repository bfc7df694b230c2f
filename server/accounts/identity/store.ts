import { sql } from "kysely";
import { addAccount, keepSeat } from "../people/user-store.ts";
import type { Database, Tx } from "../../schema/database.ts";
import type { OwnRecords } from "../../schema/own-records.ts";
import type { IdentityWrites, Linked } from "./identity.ts";

export interface ShownIdentity {
  readonly id: string;
  readonly issuer: string;
  readonly email: string | null;
  readonly linkedAt: string;
  readonly opensPhotos: boolean;
}

export const identityStore = ({ db, transact }: Database) => ({
  /** A person's links. The route adds the providers' names. */
  async ofUser(userId: string): Promise<ShownIdentity[]> {
    const rows = await db
      .selectFrom("identities as i")
      .leftJoin("identity_tokens as t", "t.identity_id", "i.id")
      .select(["i.id", "i.issuer", "i.email", "i.created_at", "t.identity_id"])
      .where("i.user_id", "=", userId)
      .orderBy("i.id")
      .execute();
    return rows.map(({ id, issuer, email, created_at, identity_id }) => ({
      id,
      issuer,
      email,
      linkedAt: created_at.toJSON(),
      opensPhotos: identity_id !== null,
    }));
  },
  /** Runs `work` in one transaction, with what it tells. */
  together: <T>(work: (writes: IdentityWrites) => Promise<T>, tells: Partial<Tells> = {}) =>
    transact((tx) => work(identityWrites(tx, tells))),
});

interface Tells {
  /** Called for a new account whose address is unverified. */
  readonly onUnconfirmed: OnUnconfirmed;
  readonly onNewAccount: () => void;
  /** Called for a new account. False refuses it. */
  readonly claimInvitation: (tx: Tx, userId: string) => Promise<boolean>;
  /** Called for a new and for a removed link of an account. */
  readonly onLink: (tx: Tx, userId: string, what: "link" | "link-removed") => Promise<void>;
}

type OnUnconfirmed = (tx: Tx, user: { readonly id: string; readonly email: string }) => Promise<void>;

function identityWrites(
  tx: Tx,
  { onUnconfirmed, onNewAccount, claimInvitation, onLink }: Partial<Tells>,
): IdentityWrites {
  const linked = tx.selectFrom("identities").select(["id", "user_id as userId", "subject"]);
  return {
    async findBySubject(issuer, subject): Promise<Linked | null> {
      const found = linked.where("issuer", "=", issuer).where("subject", "=", subject);
      return (await found.executeTakeFirst()) ?? null;
    },
    async findOfUser(issuer, userId): Promise<Linked | null> {
      const found = linked.where("issuer", "=", issuer).where("user_id", "=", userId);
      return (await found.executeTakeFirst()) ?? null;
    },
    async lockByEmail(emailKey) {
      const user = await tx
        .selectFrom("accounts as a")
        .innerJoin("people as p", "p.id", "a.person_id")
        .select(["p.id", "a.email_confirmed_at"])
        .where("a.email_key", "=", emailKey)
        .forNoKeyUpdate()
        .executeTakeFirst();
      return user ? { userId: user.id, isConfirmed: user.email_confirmed_at !== null } : null;
    },
    async lockUser(userId) {
      const user = await tx
        .selectFrom("people as p")
        .innerJoin("accounts as a", "a.person_id", "p.id")
        .select(["a.password_hash", "a.email_key"])
        .where("p.id", "=", userId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!user) return null;
      const { rows } = await sql<{ passkeys: number }>`
        select count(*)::int passkeys from passkeys where user_id = ${userId}`.execute(tx);
      return { emailKey: user.email_key, hasPassword: user.password_hash !== null, ...rows[0]! };
    },
    async addUser(user) {
      const added = await addAccount(tx, { ...user, passwordHash: null, isConfirmed: user.isVerified });
      if (added) onNewAccount?.();
      if (added && !user.isVerified) await onUnconfirmed?.(tx, user);
      return added;
    },
    async keepSeat(user) {
      const kept = await keepSeat(tx, { ...user, passwordHash: null, isConfirmed: user.isVerified });
      if (kept && !user.isVerified) await onUnconfirmed?.(tx, user);
      return kept;
    },
    claimInvitation: async (userId) => (await claimInvitation?.(tx, userId)) ?? true,
    async add({ id, userId, issuer, subject, email }) {
      const added = await tx
        .insertInto("identities")
        .values({ id, user_id: userId, issuer, subject, email })
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      return added !== undefined;
    },
    async keepEmail(id, email) {
      await tx
        .updateTable("identities")
        .set({ email })
        .where("id", "=", id)
        .where("email", "is distinct from", email)
        .execute();
    },
    async remove(id, userId) {
      const gone = await tx
        .deleteFrom("identities")
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .returning("id")
        .executeTakeFirst();
      return gone !== undefined;
    },
    tellLinked: async (userId) => onLink?.(tx, userId, "link"),
    tellUnlinked: async (userId) => onLink?.(tx, userId, "link-removed"),
  };
}

/** Reads the linked accounts of a person. */
export const identityRecordsOf =
  ({ db }: Database) =>
  async (userId: string): Promise<OwnRecords> => ({
    identities: await db
      .selectFrom("identities")
      .select(["issuer as provider", "subject", "email", "created_at as linkedAt"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
  });

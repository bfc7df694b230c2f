import { sql } from "kysely";
import type { Insertable } from "kysely";
import type { SentInvitation } from "#contract/invitations.ts";
import type { Database, Tx } from "../../schema/database.ts";
import { deleteExpired } from "../../platform/db/expired.ts";
import { shownEmail } from "../../platform/mail/email-key.ts";
import type { Tables } from "../../schema/tables/tables.ts";

/** Deletes invitations that nobody can accept any more. */
export const forgetInvitations =
  ({ db }: Database) =>
  () =>
    deleteExpired(db, "invitations", "id");

interface InviteTarget {
  readonly squadId: string | null;
  readonly tripId: string | null;
}

/** The content of an invitation mail. */
export interface Invitation {
  readonly id: string;
  readonly squadId: string | null;
  readonly tripId: string | null;
  readonly to: string;
  readonly inviter: string;
  readonly squad: string | null;
  readonly trip: string | null;
  readonly message: string;
  readonly origin: string;
  readonly expiresAt: Date;
}

/** Statements on invitations outside a transaction. */
export const invitationStore = ({ db }: Database) => ({
  /** Undefined if the invitation was replaced, used or withdrawn, or has expired. */
  async findOpen(id: string): Promise<Invitation | undefined> {
    return db
      .selectFrom("invitations as i")
      .innerJoin("people as u", "u.id", "i.inviter_id")
      .leftJoin("squads as s", "s.id", "i.squad_id")
      .leftJoin("trips as t", "t.id", "i.trip_id")
      .select([
        "i.id",
        "i.squad_id as squadId",
        "i.trip_id as tripId",
        "i.email_key as to",
        sql<string>`u.first_name || ' ' || u.last_name`.as("inviter"),
        "s.name as squad",
        "t.name as trip",
        "i.message",
        "i.origin",
        "i.expires_at as expiresAt",
      ])
      .where("i.id", "=", id)
      .where("i.used_at", "is", null)
      .where("i.ended_at", "is", null)
      .where("i.expires_at", ">", sql<Date>`now()`)
      .executeTakeFirst();
  },
  /** Adds the code of a mail to an invitation. Codes of earlier mails stay valid. */
  async addCode(id: string, hash: Buffer): Promise<void> {
    await db.insertInto("invitation_codes").values({ code_hash: hash, invitation_id: id }).execute();
  },
  /** Sets the state of the invitation's mail. Returns the inviter. */
  async setMail(id: string, mail: "sent" | "unwanted"): Promise<string | undefined> {
    const set = db.updateTable("invitations").set({ mail, mail_reason: null }).where("id", "=", id);
    return (await set.returning("inviter_id").executeTakeFirst())?.inviter_id;
  },
  /** The newest hundred open invitations of this person to a squad or trip. */
  async sentBy(userId: string, placeId: string): Promise<SentInvitation[]> {
    const rows = await db
      .selectFrom("invitations")
      .select(["id", "email_key as email", "mail", "mail_reason as reason", "created_at"])
      .where("inviter_id", "=", userId)
      .where("place_id", "=", placeId)
      .where("used_at", "is", null)
      .where("ended_at", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      .orderBy("id", "desc")
      .limit(100)
      .execute();
    return rows.map(({ email, created_at, ...invitation }) => ({
      email: shownEmail(email),
      ...invitation,
      sentAt: created_at.toJSON(),
    }));
  },
});

/** Writes on invitations, in a transaction. */
export function invitationWrites(tx: Tx) {
  return {
    /** Locks squad and trip, so that parallel calls wait. Undefined if the place is gone or the inviter has left. */
    async lockTarget({
      squadId,
      tripId,
      inviterId,
    }: InviteTarget & { inviterId: string }): Promise<{ readonly name: string } | undefined> {
      const squad =
        squadId &&
        (await tx.selectFrom("squads").select("name").where("id", "=", squadId).forNoKeyUpdate().executeTakeFirst());
      const trip =
        tripId &&
        (await tx.selectFrom("trips").select("name").where("id", "=", tripId).forNoKeyUpdate().executeTakeFirst());
      if (squadId ? !squad : !trip) return undefined;
      const belongs = squadId
        ? tx.selectFrom("squad_members").select("id").where("squad_id", "=", squadId).where("user_id", "=", inviterId)
        : tx.selectFrom("trip_members").select("id").where("trip_id", "=", tripId).where("user_id", "=", inviterId);
      const place = trip || squad;
      if (!place || !(await belongs.forKeyShare().executeTakeFirst())) return undefined;
      return { name: place.name };
    },
    /** Returns the addresses whose accounts are on this trip's crew, or in this squad. */
    async presentKeys({ squadId, tripId }: InviteTarget, keys: readonly string[]): Promise<string[]> {
      if (keys.length === 0) return [];
      const here = tripId
        ? tx.selectFrom("trip_members").select("user_id").where("trip_id", "=", tripId)
        : tx.selectFrom("squad_members").select("user_id").where("squad_id", "=", squadId);
      const rows = await tx
        .selectFrom("accounts")
        .select("email_key")
        .where("email_key", "in", keys)
        .where("person_id", "in", here)
        .execute();
      return rows.map((row) => row.email_key);
    },
    /** Counts invitations to a squad or trip since then, with the time of the first. */
    countSince: (since: Date, { squadId, tripId }: InviteTarget) =>
      tx
        .selectFrom("invitations")
        .select([sql<number>`count(*)`.as("count"), sql<Date | null>`min(created_at)`.as("oldest")])
        .where("created_at", ">", since)
        .where(({ eb }) => (squadId ? eb("squad_id", "=", squadId) : eb("trip_id", "=", tripId)))
        .executeTakeFirstOrThrow(),
    /** Returns the addresses that this person, squad or trip has invited at least `most` times since then. */
    async findKeysOverLimit(
      since: Date,
      { squadId, tripId, inviterId }: InviteTarget & { inviterId: string },
      keys: readonly string[],
      most: number,
    ): Promise<string[]> {
      if (keys.length === 0) return [];
      const rows = await tx
        .selectFrom("invitations")
        .select("email_key")
        .where("email_key", "in", keys)
        .where("created_at", ">", since)
        .where(({ or, eb }) =>
          or([eb("inviter_id", "=", inviterId), squadId ? eb("squad_id", "=", squadId) : eb("trip_id", "=", tripId)]),
        )
        .groupBy("email_key")
        .having(({ fn }) => fn.countAll(), ">=", most)
        .execute();
      return rows.map((row) => row.email_key);
    },
    /** Ends the open invitations of these addresses to a squad or trip. */
    async endOpen(placeId: string, keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      await tx
        .updateTable("invitations")
        .set({ ended_at: sql<Date>`now()` })
        .where("place_id", "=", placeId)
        .where("email_key", "in", keys)
        .where("used_at", "is", null)
        .where("ended_at", "is", null)
        .execute();
    },
    async add(rows: readonly Insertable<Tables["invitations"]>[]): Promise<void> {
      if (rows.length > 0)
        await tx
          .insertInto("invitations")
          .values([...rows])
          .execute();
    },
  };
}

export type InvitationWrites = ReturnType<typeof invitationWrites>;

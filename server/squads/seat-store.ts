import { sql } from "kysely";
import type { SeatCard } from "#contract/seats.ts";
import { newId } from "../platform/db/id.ts";
import type { Database, Db, Tx } from "../schema/database.ts";
import type { OwnRecords } from "../schema/own-records.ts";
import { personColumns, personOf } from "../schema/shapes/person.ts";

interface NewSeat {
  readonly personId: string;
  readonly squadId: string;
  readonly device: string | null;
  readonly keyHash: Buffer;
  readonly isWaiting: boolean;
}

export type SeatWrites = ReturnType<typeof seatWrites>;

/** Writes on the seats of a squad, in a transaction that has locked the squad. */
export const seatWrites = (tx: Tx) => ({
  /** The seat that a browser's key made. It is recent for ten minutes, unless it has become an account or got a new link by an admin. */
  async findByKey(keyHash: Buffer) {
    return tx
      .selectFrom("seats")
      .select(["person_id as personId", "squad_id as squadId", "is_waiting as isWaiting"])
      .select(
        sql<boolean>`sat_at > now() - interval '10 minutes' and link_made_at is null
          and not exists (select from accounts a where a.person_id = seats.person_id)`.as("isRecent"),
      )
      .where("key_hash", "=", keyHash)
      .executeTakeFirst();
  },
  /** Whether this is the code of the squad's link. A public squad needs it too. */
  async isLinkOf(squadId: string, code: string): Promise<boolean> {
    const squad = tx.selectFrom("squads").select("id").where("id", "=", squadId).where("invite_code", "=", code);
    return (await squad.executeTakeFirst()) !== undefined;
  },
  /** How many sat down in the last hour, and after `since`. */
  async countSince(squadId: string, since: Date | null): Promise<number> {
    const { count } = await tx
      .selectFrom("seats")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("squad_id", "=", squadId)
      .where("sat_at", ">", sql<Date>`greatest(now() - interval '1 hour', ${since}::timestamptz)`)
      .executeTakeFirstOrThrow();
    return count;
  },
  /** Whether the squad's admins were asked, in this hour, to let people in. */
  async wasAsked(squadId: string, since: Date | null): Promise<boolean> {
    const asked = await tx
      .selectFrom("activity")
      .select("id")
      .where("squad_id", "=", squadId)
      .where("kind", "=", "seats_wait")
      .where("created_at", ">", sql<Date>`greatest(now() - interval '1 hour', ${since}::timestamptz)`)
      .executeTakeFirst();
    return asked !== undefined;
  },
  async addPerson(id: string, firstName: string, lastName: string): Promise<void> {
    await tx.insertInto("people").values({ id, first_name: firstName, last_name: lastName }).execute();
  },
  /** A name that the squad expects, and whether somebody with an account wrote it down. */
  async findExpected(squadId: string, personId: string) {
    return tx
      .selectFrom("expected_people as e")
      .innerJoin("people as u", "u.id", "e.person_id")
      .leftJoin("accounts as a", "a.person_id", "e.added_by")
      .select("u.first_name as firstName")
      .select(sql<boolean>`a.person_id is not null`.as("isByAccount"))
      .where("e.person_id", "=", personId)
      .where("e.squad_id", "=", squadId)
      .executeTakeFirst();
  },
  /** Marks an expected name as taken. Its person votes from now on, where the trip asks for no confirmation. */
  async endWaiting(personId: string): Promise<void> {
    await tx.deleteFrom("expected_people").where("person_id", "=", personId).execute();
    await sql`select become_voter(${personId})`.execute(tx);
  },
  async add({ personId, squadId, device, keyHash, isWaiting }: NewSeat): Promise<void> {
    await tx
      .insertInto("seats")
      .values({ person_id: personId, squad_id: squadId, device, key_hash: keyHash, is_waiting: isWaiting })
      .execute();
  },
  /** Marks everybody who waits as let in, and notes the time. Returns their ids. */
  async letIn(squadId: string): Promise<readonly string[]> {
    await tx.updateTable("squads").set({ let_in_at: new Date() }).where("id", "=", squadId).execute();
    const people = await tx
      .updateTable("seats")
      .set({ is_waiting: false })
      .where("squad_id", "=", squadId)
      .where("is_waiting", "=", true)
      .returning("person_id")
      .execute();
    return people.map(({ person_id }) => person_id);
  },
  async isWaiting(personId: string): Promise<boolean> {
    const waiting = tx.selectFrom("seats").select("person_id").where("person_id", "=", personId);
    return (await waiting.where("is_waiting", "=", true).executeTakeFirst()) !== undefined;
  },
  /** Moves a seat that has left its squad to another one, whose admins have not confirmed it. */
  async moveTo(squadId: string, personId: string): Promise<void> {
    await tx
      .updateTable("seats")
      .set({ squad_id: squadId, confirmed_by: null, confirmed_at: null })
      .where("person_id", "=", personId)
      .where("squad_id", "<>", squadId)
      .execute();
  },
  /** Confirms a seat of a squad. Returns the trips on whose crew the person is, or null if an admin has confirmed them before. */
  async confirm(squadId: string, personId: string, adminId: string): Promise<readonly string[] | null> {
    const confirmed = await tx
      .updateTable("seats")
      .set({ confirmed_by: adminId, confirmed_at: new Date() })
      .where("person_id", "=", personId)
      .where("squad_id", "=", squadId)
      .where("confirmed_at", "is", null)
      .returning("person_id")
      .executeTakeFirst();
    if (!confirmed) return null;
    await sql`select become_voter(${personId})`.execute(tx);
    const trips = await tx.selectFrom("trip_members").select("trip_id").where("user_id", "=", personId).execute();
    return trips.map(({ trip_id }) => trip_id);
  },
  /** For a new link by an admin: ends the links and sessions of a seat, and makes its ballots in open awards void. */
  async endAccess(personId: string, adminId: string): Promise<void> {
    const made = { link_made_by: adminId, link_made_at: new Date() };
    await tx.updateTable("seats").set(made).where("person_id", "=", personId).execute();
    await tx.deleteFrom("seat_links").where("person_id", "=", personId).execute();
    await tx.deleteFrom("sessions").where("user_id", "=", personId).execute();
    await sql`select void_ballots_of(${personId})`.execute(tx);
  },
});

interface PersonalLink {
  readonly personId: string;
  /** SHA-256 of the secret. */
  readonly tokenHash: Buffer | null;
  /** The address to which it is mailed, and that of this site. */
  readonly mail?: { readonly email: string; readonly origin: string };
}

/**
 * Stores a personal link in place of the one before. One that is shown ends the mailed one too, since somebody else may have had that
 * mailed to themselves; a mailed one leaves the one that was shown. Returns its id.
 */
export async function setLink(db: Db | Tx, { personId, tokenHash, mail }: PersonalLink): Promise<string> {
  const link = {
    id: newId(),
    token_hash: tokenHash,
    email: mail?.email ?? null,
    origin: mail?.origin ?? null,
    created_at: new Date(),
  };
  if (!mail) await db.deleteFrom("seat_links").where("person_id", "=", personId).execute();
  await db
    .insertInto("seat_links")
    .values({ ...link, person_id: personId, is_mailed: mail !== undefined })
    .onConflict((conflict) => conflict.columns(["person_id", "is_mailed"]).doUpdateSet(link))
    .execute();
  return link.id;
}

/** Whether somebody is a member of the squad without an account. */
export async function isSeatOf(db: Db | Tx, squadId: string, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom("squad_members as m")
    .leftJoin("accounts as a", "a.person_id", "m.user_id")
    .leftJoin("people as u", "u.id", "m.user_id")
    .select("m.id")
    .where("m.squad_id", "=", squadId)
    .where("m.user_id", "=", personId)
    .where("a.person_id", "is", null)
    .where("u.demo_squad_id", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

export const seatStore = ({ db }: Database) => ({
  /** The squad of a seat, or in which it wants to sit down, and whether it has a way back. */
  async findMine(personId: string) {
    const row = await db
      .selectFrom("people as u")
      .leftJoin("seats as t", "t.person_id", "u.id")
      .leftJoin("people as b", "b.id", "t.link_made_by")
      .leftJoin("squad_members as m", "m.user_id", "u.id")
      .select(["m.squad_id", "t.is_waiting", "t.link_made_at", "b.first_name as linkMadeBy"])
      .select([
        sql<boolean>`exists (select from seat_links l where l.person_id = u.id)`.as("hasLink"),
        sql<
          string | null
        >`(select i.email_key from invitations i where i.used_by = u.id order by i.id desc limit 1)`.as("invitedAs"),
      ])
      .where("u.id", "=", personId)
      .executeTakeFirst();
    return {
      squadId: row?.squad_id ?? null,
      isWaiting: row?.is_waiting ?? false,
      hasLink: row?.hasLink ?? false,
      invitedAs: row?.invitedAs ?? null,
      newLink: row ? newLinkOf(row) : null,
    };
  },

  /** The mail of a personal link, until it is delivered. */
  async findMail(id: string) {
    return db
      .selectFrom("seat_links as l")
      .innerJoin("people as u", "u.id", "l.person_id")
      .select(["l.email", "l.origin", "u.first_name as firstName"])
      .where("l.id", "=", id)
      .where("l.email", "is not", null)
      .executeTakeFirst();
  },
  /** False if a newer link has taken its place. */
  async setToken(id: string, tokenHash: Buffer): Promise<boolean> {
    const links = db.updateTable("seat_links").set({ token_hash: tokenHash }).where("id", "=", id);
    return (await links.returning("id").executeTakeFirst()) !== undefined;
  },
  /** Forgets the address to which a link was mailed. */
  async forgetAddress(id: string): Promise<void> {
    await db.updateTable("seat_links").set({ email: null, origin: null }).where("id", "=", id).execute();
  },

  /** The seat whose personal link has this secret. A person with an account signs in another way. */
  async findByLink(tokenHash: Buffer): Promise<string | undefined> {
    const link = await db
      .selectFrom("seat_links as l")
      .select("l.person_id")
      .where("l.token_hash", "=", tokenHash)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("accounts as a").select("a.person_id").whereRef("a.person_id", "=", "l.person_id"))),
      )
      .executeTakeFirst();
    return link?.person_id;
  },

  /** The seats of a squad, latest first: those who wait, and members without an account. */
  async ofSquad(squadId: string, limit: number): Promise<SeatCard[]> {
    const rows = await db
      .selectFrom("seats as t")
      .innerJoin("people as u", "u.id", "t.person_id")
      .leftJoin("squad_members as m", (join) =>
        join.onRef("m.user_id", "=", "t.person_id").onRef("m.squad_id", "=", "t.squad_id"),
      )
      .leftJoin("accounts as a", "a.person_id", "t.person_id")
      .leftJoin("people as b", "b.id", "t.link_made_by")
      .leftJoin("people as c", "c.id", "t.confirmed_by")
      .select(["t.person_id", "t.sat_at", "t.device", "t.is_waiting", "t.link_made_at", ...personColumns])
      .select(["b.first_name as linkMadeBy", "t.confirmed_at", "c.first_name as confirmedBy"])
      .where("t.squad_id", "=", squadId)
      .where("a.person_id", "is", null)
      .where(({ or, eb }) => or([eb("m.id", "is not", null), eb("t.is_waiting", "=", true)]))
      .orderBy("t.sat_at", "desc")
      .orderBy("t.person_id")
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      user: personOf(row.person_id, row),
      satAt: row.sat_at.toJSON(),
      device: row.device,
      isWaiting: row.is_waiting,
      newLink: newLinkOf(row),
      confirmed: row.confirmed_at && { by: row.confirmedBy, at: row.confirmed_at.toJSON() },
    }));
  },

  /** The squad's trip that is on today, the latest to start. */
  async findRunningTrip(squadId: string): Promise<string | null> {
    const trip = await db
      .selectFrom("trips")
      .select("id")
      .where("squad_id", "=", squadId)
      .where(sql<boolean>`current_date between start_date and end_date`)
      .orderBy("start_date", "desc")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    return trip?.id ?? null;
  },
});

const newLinkOf = ({ link_made_at: at, linkMadeBy: by }: { link_made_at: Date | null; linkMadeBy: string | null }) =>
  at && { by, at: at.toJSON() };

/** What the export says of how a person came. */
export const seatRecordsOf =
  ({ db }: Database) =>
  async (userId: string): Promise<OwnRecords> => ({
    seat: await db
      .selectFrom("seats")
      .select(["device", "sat_at as satAt", "confirmed_at as confirmedAt"])
      .where("person_id", "=", userId)
      .execute(),
  });

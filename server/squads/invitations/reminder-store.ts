import { sql } from "kysely";
import type { Insertable } from "kysely";
import type { Database, Tx } from "../../schema/database.ts";
import { isUnanswered } from "../../schema/shapes/award.ts";
import type { Tables } from "../../schema/tables/tables.ts";

/** The content of a reminder mail. */
export interface Reminder {
  readonly to: string;
  readonly toKey: string;
  readonly firstName: string;
  readonly tripId: string;
  readonly trip: string;
  readonly origin: string;
  /** Names of the awards without this person's vote, at least one. */
  readonly awards: readonly string[];
  /** When the planned Awards Night of the trip begins, with its time zone; null without one. */
  readonly nightAt: Date | null;
  readonly timeZone: string | null;
}

/** Crew member `m` has not answered award `c`, and can. */
const isMissing = sql<boolean>`c.trip_id = m.trip_id and is_open(c) and ${isUnanswered}`;

export const reminderStore = ({ db }: Database) => ({
  /** Undefined if the person has nothing left to vote on, or has left. */
  async find(id: string): Promise<Reminder | undefined> {
    const { rows } = await sql<Reminder>`
      select a.email "to", a.email_key "toKey", u.first_name "firstName", t.id "tripId", t.name trip, r.origin,
        json_agg(c.name order by c.position, c.id) awards, n.starts_at "nightAt", n.time_zone "timeZone"
      from vote_reminders r join people u on u.id = r.user_id join accounts a on a.person_id = u.id join trips t on t.id = r.trip_id
      join trip_members m on m.trip_id = r.trip_id and m.user_id = r.user_id
      join categories c on ${isMissing}
      left join nights n on n.trip_id = t.id and n.closed_at is null
      where r.id = ${id} group by u.id, a.person_id, t.id, r.origin, n.trip_id`.execute(db);
    return rows[0];
  },
});

/** Writes on reminders, in a transaction. */
export const reminderWrites = (tx: Tx) => ({
  /** Locks the trip, so that parallel reminders run one at a time. */
  lockTrip: (id: string) =>
    tx.selectFrom("trips").select("id").where("id", "=", id).forNoKeyUpdate().executeTakeFirst(),
  /** Whether somebody else than this person has voted on the trip, or it is a day old. */
  async mayBeReminded(tripId: string, userId: string): Promise<boolean> {
    const { rows } = await sql<{ may: boolean }>`select created_at < now() - interval '1 day' or exists (
        select from categories c join votes v on v.category_id = c.id where c.trip_id = ${tripId} and v.voter_id <> ${userId}) as may
      from trips where id = ${tripId}`.execute(tx);
    return rows[0]?.may ?? false;
  },
  /** The crew members with accounts who have an award left to vote on, with the time of their last reminder. */
  missingVoters: (tripId: string) =>
    tx
      .selectFrom("trip_members as m")
      .innerJoin("accounts as a", "a.person_id", "m.user_id")
      .leftJoin("vote_reminders as r", (join) =>
        join.onRef("r.trip_id", "=", "m.trip_id").onRef("r.user_id", "=", "m.user_id"),
      )
      .select(["m.user_id as userId", "a.email_key as emailKey", "r.sent_at as sentAt"])
      .where("m.trip_id", "=", tripId)
      .where(sql<boolean>`exists (select from categories c where ${isMissing})`)
      .execute(),
  /** Returns the people with at least `most` reminders since then. Locks them all, so that parallel calls wait. */
  async findRemindedOften(userIds: readonly string[], since: Date, most: number): Promise<Set<string>> {
    if (userIds.length === 0) return new Set();
    await tx.selectFrom("people").select("id").where("id", "in", userIds).orderBy("id").forNoKeyUpdate().execute();
    const rows = await tx
      .selectFrom("vote_reminders")
      .select("user_id as userId")
      .where("user_id", "in", userIds)
      .where("sent_at", ">", since)
      .groupBy("user_id")
      .having(({ fn }) => fn.countAll(), ">=", most)
      .execute();
    return new Set(rows.map(({ userId }) => userId));
  },
  /** Stores the reminders, one for each person and trip. Returns their ids. */
  async put(rows: readonly Insertable<Tables["vote_reminders"]>[]): Promise<string[]> {
    if (rows.length === 0) return [];
    const kept = await tx
      .insertInto("vote_reminders")
      .values([...rows])
      .onConflict((conflict) =>
        conflict.columns(["trip_id", "user_id"]).doUpdateSet(({ ref }) => ({
          id: ref("excluded.id"),
          origin: ref("excluded.origin"),
          asked_by: ref("excluded.asked_by"),
          sent_at: sql<Date>`now()`,
        })),
      )
      .returning("id")
      .execute();
    return kept.map(({ id }) => id);
  },
});

export type ReminderWrites = ReturnType<typeof reminderWrites>;

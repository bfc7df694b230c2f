import { sql } from "kysely";
import type { Database, Tx } from "../../../schema/database.ts";
import { deleteExpired, isOlder } from "../../../platform/db/expired.ts";

export type News = "planned" | "moved" | "called off";

/** The content of a letter about a night. */
export interface Announcement {
  readonly to: string;
  readonly toKey: string;
  readonly firstName: string;
  readonly tripId: string;
  readonly trip: string;
  readonly origin: string;
  readonly news: News;
  readonly startsAt: Date;
  /** Null for a night that is called off. */
  readonly timeZone: string | null;
  /** The open awards that wait for the person's vote. */
  readonly awardsLeft: number;
}

export const announcementStore = ({ db }: Database) => ({
  /** Deletes letters that no limit counts any more. */
  forgetOld: () => deleteExpired(db, "night_letters", "id", isOlder("created_at", { days: 2 })),
  /** Null if the person has left the crew, or if the night is no longer as the letter says. */
  async find(id: string): Promise<Announcement | null> {
    const { rows } = await sql<Announcement>`
      select e.email as "to", e.email_key as "toKey", u.first_name as "firstName", t.id as "tripId", t.name as "trip", a.origin,
        l.news, l.starts_at as "startsAt", n.time_zone as "timeZone",
        (select total from awards_to_vote_on(t.id, u.id)) as "awardsLeft"
      from night_letters l join night_announcements a on a.trip_id = l.trip_id join people u on u.id = l.user_id join accounts e on e.person_id = u.id
      join trips t on t.id = l.trip_id join trip_members m on m.trip_id = t.id and m.user_id = u.id
      left join nights n on n.trip_id = t.id
      where l.id = ${id} and case when l.news = 'called off' then n.trip_id is null
        else n.starts_at = l.starts_at and n.closed_at is null end`.execute(db);
    return rows[0] ?? null;
  },
});

/** Writes on announcements, in a transaction. */
export const announcementWrites = (tx: Tx) => ({
  /** Notes who changed the night of a trip. */
  async note(tripId: string, changedBy: string, origin: string) {
    await tx
      .insertInto("night_announcements")
      .values({ trip_id: tripId, changed_by: changedBy, origin })
      .onConflict((conflict) => conflict.column("trip_id").doUpdateSet({ changed_by: changedBy, origin }))
      .execute();
  },
  /** What the crew has been told, and the night as it is; undefined if nobody has planned one. Locks the announcement. */
  lock: (tripId: string) =>
    tx
      .selectFrom("night_announcements as a")
      .leftJoin("nights as n", "n.trip_id", "a.trip_id")
      .innerJoin("trips as t", "t.id", "a.trip_id")
      .select(["a.changed_by", "a.told_starts_at", "a.sent_at", "n.starts_at", "n.closed_at", "t.created_at"])
      .select(sql<boolean>`(select r.is_organizer from rights_in(a.changed_by, null, a.trip_id) r)`.as("is_organizer"))
      // Strangers can make a trip of all members of a public squad, only to have them read its name.
      .select(
        sql<boolean>`exists (select from squads s where s.id = t.squad_id and s.is_public) and not exists (
          select from categories c join votes v on v.category_id = c.id
          where c.trip_id = t.id and v.voter_id <> a.changed_by)`.as("may_be_spam"),
      )
      .where("a.trip_id", "=", tripId)
      .forUpdate("a")
      .executeTakeFirst(),
  /** The crew of a trip with accounts, but for one person and for those who want no mail of its nights. */
  crewBut: (tripId: string, userId: string) =>
    tx
      .selectFrom("trip_members as m")
      .innerJoin("accounts as a", "a.person_id", "m.user_id")
      .innerJoin("trips as t", "t.id", "m.trip_id")
      .leftJoin("inbox_settings as s", "s.person_id", "m.user_id")
      .leftJoin("inbox_squads as q", (join) =>
        join.onRef("q.person_id", "=", "m.user_id").onRef("q.squad_id", "=", "t.squad_id"),
      )
      .select(["a.person_id as id", "a.email_key as emailKey"])
      .where("m.trip_id", "=", tripId)
      .where("m.user_id", "<>", userId)
      .where(sql<boolean>`'nights' <> all (coalesce(s.topics_off || s.no_mail, '{}'))`)
      .where(sql<boolean>`coalesce(q.muted_until < now(), true) and coalesce('nights' <> all (q.topics_off), true)`)
      .orderBy("m.id")
      .execute(),
  /** The people with at least `most` such letters since then. */
  async findToldOften(userIds: readonly string[], since: Date, most: number): Promise<ReadonlySet<string>> {
    if (userIds.length === 0) return new Set();
    const rows = await tx
      .selectFrom("night_letters")
      .select("user_id")
      .where("user_id", "in", userIds)
      .where("created_at", ">", since)
      .groupBy("user_id")
      .having(({ fn }) => fn.countAll(), ">=", most)
      .execute();
    return new Set(rows.map(({ user_id }) => user_id));
  },
  async add(
    tripId: string,
    letters: readonly { readonly id: string; readonly userId: string }[],
    news: News,
    at: Date,
  ) {
    if (letters.length === 0) return;
    await tx
      .insertInto("night_letters")
      .values(letters.map(({ id, userId }) => ({ id, trip_id: tripId, user_id: userId, news, starts_at: at })))
      .execute();
  },
  async setTold(tripId: string, startsAt: Date | null, sentAt: readonly Date[]) {
    await tx
      .updateTable("night_announcements")
      .set({ told_starts_at: startsAt, sent_at: [...sentAt] })
      .where("trip_id", "=", tripId)
      .execute();
  },
});

import { sql } from "kysely";
import type { News } from "#contract/seen.ts";
import type { Membership, TripAccess, TripMembership } from "../../access/rights.ts";
import type { Db, Tx } from "../../schema/database.ts";

interface Row {
  readonly since: Date;
  readonly total: number;
  readonly until: Date | null;
}

const newsOf = (row: Row | undefined): News | null =>
  row ? { count: row.total, since: row.since.toJSON(), until: row.until?.toJSON() ?? null } : null;

/** What is new to a person in a trip's gallery. Null for people who do not belong to the trip. */
export async function newsOfTrip(db: Db, { tripId, squadId, userId }: TripAccess): Promise<News | null> {
  const { rows } = await sql<Row>`select n.since, n.total, (
      select created_at from media where trip_id = ${tripId} and purpose = 'gallery' and not is_demo order by created_at desc limit 1) "until"
    from new_in_trip(${userId}, ${squadId}, ${tripId}) n where n.since is not null`.execute(db);
  return newsOf(rows[0]);
}

/** What is new to a person in a squad's gallery. Null for people who are no members. */
export async function newsOfSquad(db: Db, squadId: string, userId: string): Promise<News | null> {
  const { rows } = await sql<Row>`select n.since, n.total, (
      select created_at from media where squad_id = ${squadId} and purpose = 'gallery' and not is_demo order by created_at desc limit 1) "until"
    from new_in_squad(${userId}, ${squadId}) n where n.since is not null`.execute(db);
  return newsOf(rows[0]);
}

const isLater = sql`on conflict (user_id, place_id) do update set seen_at = excluded.seen_at where looks.seen_at < excluded.seen_at`;

/** The writes of people who have looked. Each returns whether it changed something: a look never moves back, nor into the future. */
export const lookWrites = (tx: Tx) => ({
  async seeTrip({ tripId, userId }: TripMembership, until: string): Promise<boolean> {
    const { numAffectedRows } = await sql`insert into looks (user_id, trip_id, seen_at)
      select ${userId}, t.id, least(${until}::timestamptz, now()) from trips t where t.id = ${tripId} for key share of t ${isLater}`.execute(
      tx,
    );
    return numAffectedRows === 1n;
  },
  async seeSquad({ squadId, userId }: Membership, until: string): Promise<boolean> {
    const { numAffectedRows } = await sql`insert into looks (user_id, squad_id, seen_at)
      select ${userId}, s.id, least(${until}::timestamptz, now()) from squads s where s.id = ${squadId} for key share of s ${isLater}`.execute(
      tx,
    );
    return numAffectedRows === 1n;
  },
  /** Moves the look at a trip's squad to where all is seen, there or on its trips. Nothing for people who are no members of it. */
  async followInSquad({ squadId, userId }: TripMembership, until: string): Promise<void> {
    await sql`insert into looks (user_id, squad_id, seen_at)
      select ${userId}, ${squadId}, n.seen_at from seen_in_squad(${userId}, ${squadId}, least(${until}::timestamptz, now())) n
      where n.seen_at is not null ${isLater}`.execute(tx);
  },
});

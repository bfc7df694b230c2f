import { type Selectable, sql } from "kysely";
import type { NightTime } from "#contract/night-time.ts";
import type { TripCard } from "#contract/trips.ts";
import { type SqlText, sqlText } from "../../platform/db/sql-text.ts";
import type { Db } from "../database.ts";
import type { Tables } from "../tables/tables.ts";

type TripRow = Omit<Selectable<Tables["trips"]>, "created_by" | "is_demo" | "crew_change" | "currency"> & {
  readonly cover_url: string | null;
  readonly is_active: boolean;
  readonly is_public: boolean | null;
};

// Decision 075: why an index finds the cover.
/** Selects trips `t` with their squads `s`, for `tripCardOf`. */
export const selectTrips = (db: Db) =>
  db
    .selectFrom("trips as t")
    .leftJoin("squads as s", "s.id", "t.squad_id")
    .select([
      "t.id",
      "t.squad_id",
      "t.name",
      "t.location",
      "t.description",
      "t.start_date",
      "t.end_date",
      "t.photo_url",
      "t.crew_count",
      "t.voter_count",
      "t.category_count",
      "t.complete_count",
      "t.photo_count",
      "t.video_count",
      "t.created_at",
      "t.confirmed_only",
      "s.is_public",
      sql<string | null>`(select url from cover_of(t.id, t.photo_url))`.as("cover_url"),
      sql<boolean>`current_date between t.start_date and t.end_date`.as("is_active"),
    ]);

export const tripCardOf = (row: TripRow): TripCard => ({
  id: row.id,
  squadId: row.squad_id,
  name: row.name,
  location: row.location,
  description: row.description,
  startDate: midnightOf(row.start_date),
  endDate: midnightOf(row.end_date),
  photoUrl: row.photo_url,
  coverUrl: row.cover_url,
  isActive: row.is_active,
  isPublic: row.is_public ?? false,
  memberCount: row.crew_count,
  voterCount: row.voter_count,
  confirmedOnly: row.confirmed_only,
  categoryCount: row.category_count,
  mediaCount: row.photo_count + row.video_count,
  allVotingComplete: row.category_count > 0 && row.complete_count === row.category_count,
  createdAt: row.created_at.toJSON(),
});

/** JSON of trip `t` as the dashboard sends it to a person. */
export const briefTripJson = (personId: SqlText): SqlText =>
  sqlText`json_build_object('id', t.id, 'squadId', t.squad_id, 'name', t.name, 'location', t.location,
  'startDate', ${midnight(sqlText`t.start_date`)}, 'endDate', ${midnight(sqlText`t.end_date`)},
  'coverUrl', (select url from cover_of(t.id, t.photo_url)), 'isActive', current_date between t.start_date and t.end_date,
  'memberCount', t.crew_count, 'voterCount', t.voter_count, 'categoryCount', t.category_count,
  'allVotingComplete', t.category_count > 0 and t.complete_count = t.category_count, 'awardsToVoteOn', (select total from awards_to_vote_on(t.id, ${personId})),
  'night', (select time_of(night) from nights night where night.trip_id = t.id),
  'newPhotos', coalesce((select total from new_in_trip(${personId}, t.squad_id, t.id)), 0),
  'costBalance', (select balance from cost_balance_of(t.id, ${personId})))`;

/** A calendar day in SQL as the contract has it. */
const midnight = (day: SqlText) => sqlText`${day} || 'T00:00:00.000Z'`;

/** Of trip `t`: the open awards that wait for a person's vote; null if the person is not on the crew. */
export const awardsToVoteOn = (personId: string) =>
  sql<number | null>`(select total from awards_to_vote_on(t.id, ${personId}))`.as("to_vote_on");

/** Of trip `t`: the photos of others that are new to a person. */
export const newPhotosFor = (personId: string) =>
  sql<number>`coalesce((select total from new_in_trip(${personId}, t.squad_id, t.id)), 0)`.as("new_photos");

/** Of trip `t`: what a person gets back or owes; null if they may not see its costs. */
export const costBalanceFor = (personId: string) =>
  sql<number | null>`(select balance from cost_balance_of(t.id, ${personId}))`.as("cost_balance");

/** Of trip `t`: its night. People who do not belong to the trip learn of it once it is over, as `mayKnowOf` has it. */
export const nightFor = (personId: string) =>
  sql<NightTime | null>`(
    select time_of(n) from nights n cross join rights_in(${personId}, null, n.trip_id) r
    where n.trip_id = t.id and (r.is_member or n.over_at is not null)
  )`.as("night");

/** A calendar day as the contract has it. */
export const midnightOf = (day: string) => `${day}T00:00:00.000Z`;

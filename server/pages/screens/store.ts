// Decision 002: why the dashboard is one statement.
import { sql } from "kysely";
import type { Stats } from "#contract/screens.ts";
import { batchCalls } from "../../platform/db/batch-calls.ts";
import { type Database, isUnreachable } from "../../platform/db/connect.ts";
import { list, sqlText, timestamp } from "../../platform/db/sql-text.ts";
import { recentPage } from "../../media/gallery/page-sql.ts";
import { distanceFrom, myTrips, nearCursor } from "../../trips/my-trips-sql.ts";

/** A few screens of cards. The page fetches the rest as its reader scrolls. */
const maxTrips = 20;
const maxRecent = 12;

const user = sqlText`json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'bio', u.bio,
  'profileImageUrl', u.profile_image_url, 'email', u.email)`;

const squad = sqlText`json_build_object('id', s.id, 'name', s.name, 'description', s.description, 'photoUrl', s.photo_url,
  'memberCount', s.member_count, 'createdAt', ${timestamp(sqlText`s.created_at`)}, 'isPublic', s.is_public, 'tripCount', s.trip_count,
  'isDemo', s.demo_of is not null, 'role', m.role)`;

const trip = sqlText`json_build_object('id', t.id, 'squadId', t.squad_id, 'name', t.name, 'location', t.location,
  'startDate', t.start_date || 'T00:00:00.000Z', 'endDate', t.end_date || 'T00:00:00.000Z',
  'coverUrl', (select url from cover_of(t.id, t.photo_url)), 'isActive', current_date between t.start_date and t.end_date,
  'memberCount', t.crew_count, 'categoryCount', t.category_count,
  'allVotingComplete', t.category_count > 0 and t.complete_count = t.category_count,
  'awardsToVoteOn', case when not exists (select from trip_members m where m.trip_id = t.id and m.user_id = v.user_id) then null
    when t.complete_count = t.category_count then 0
    else (select total from awards_to_vote_on(t.id, v.user_id)) end,
  'isShowLive', exists (select from nights n where n.trip_id = t.id and n.live_at is not null and n.over_at is null))`;

const near = sqlText`select id, ${distanceFrom(sqlText`current_date`)} as distance from mine order by distance, id limit ${maxTrips}`;

const trips = sqlText`select ${trip} as row from near join trips t on t.id = near.id order by near.distance, near.id`;

const nextTrips = sqlText`case when (select count(*) from mine) > ${maxTrips} then (
    select to_json(${nearCursor(sqlText`current_date`, sqlText`distance`, sqlText`id`)}) from near order by distance desc, id desc limit 1) end`;

const squads = list(
  sqlText`${squad} order by s.name, s.id`,
  sqlText`squad_members m join squads s on s.id = m.squad_id where m.user_id = v.user_id`,
);

// Trips keep their counts, so only the crews of the viewer's own trips are read.
const stats = sqlText`select json_build_object('tripCount', count(*), 'photoCount', coalesce(sum(t.media_count), 0),
    'awardCategoryCount', coalesce(sum(t.category_count), 0), 'userCount', (
      select count(distinct other.user_id) from trip_members mine join trip_members other on other.trip_id = mine.trip_id
      where mine.user_id = v.user_id and other.user_id <> v.user_id))
  from mine t`;

/** Among this many photos of a running trip, the dashboard looks for the last people who added some. */
const maxLooked = 50;

const lastUploaders = list(
  sqlText`json_build_object('tripId', t.id, 'people', ${list(
    sqlText`u.face::json order by x.place`,
    sqlText`(select uploader_id, min(place) as place from (
        select uploader_id, row_number() over (order by id desc) as place from media
        where trip_id = t.id and purpose = 'gallery' order by id desc limit ${maxLooked}) latest
      group by uploader_id order by min(place) limit 4) x join users u on u.id = x.uploader_id`,
  )}) order by t.id`,
  sqlText`mine t where current_date between t.start_date and t.end_date`,
);

const recent = recentPage(sqlText`v.user_id`, sqlText`${maxRecent}`, sqlText`true`, sqlText`select id from crew_trips`);

// Trips come in order already: an aggregate that sorts would carry each one's JSON through its sort.
const dashboard = {
  name: "dashboard",
  text: sqlText`select now.version, page.text from viewer_of($1) v join users u on u.id = v.user_id cross join own_pages_version(v.user_id) now
    cross join lateral (
      with ${myTrips(sqlText`v.user_id`)}, near as materialized (${near})
      select '{"user":' || ${user} || ',"hadDemo":' || to_json(u.had_demo) || ',"squads":' || ${squads}
      || ',"trips":' || ${list(sqlText`t.row`, sqlText`(${trips}) t`)}
      || ',"nextTrips":' || coalesce(${nextTrips}, 'null')
      || ',"recentMedia":' || (select page.rows from (${recent}) page)
      || ',"lastUploaders":' || ${lastUploaders}
      || ',"stats":' || (${stats}) || '}' as text) page`,
};

// Decision 074: what the version covers. It is a statement of its own, because a long statement takes longer to begin than this one to run.
const dashboardVersions = {
  name: "dashboard_versions",
  text: sqlText`select (select now.version from viewer_of(asked.session) v cross join own_pages_version(v.user_id) now)
    from unnest($1::bytea[]) with ordinality as asked(session, n) order by asked.n`,
};
/** How many requests one statement answers at most. */
const maxTogether = 32;

/** While PostgreSQL works for one of two, the server answers the requests of the other. */
const lanes = 2;

export function screenStore({ db, row, rows }: Database) {
  const readVersions = async (sessions: readonly Buffer[]) => {
    const versions = await rows<[string | null]>(dashboardVersions, [sessions]);
    return versions.map(([version]) => version);
  };
  const reading = Array.from({ length: lanes }, () => batchCalls(maxTogether, readVersions, isUnreachable));
  let turn = 0;
  return {
    /** The version of the dashboard and its JSON text. Null without a live session. */
    dashboard: (session: Buffer) => row<[version: string, text: string]>(dashboard, [session]),
    /** The version of the dashboard alone. Null without a live session. Requests that arrive while a statement runs share the next one. */
    dashboardVersion: (session: Buffer): Promise<string | null> => reading[turn++ % lanes]!(session),
    /** The totals of all public and private records, the demos left out. */
    async stats(): Promise<Stats> {
      const { rows } = await sql<{ name: string; total: number }>`
      select name, sum(value)::float8 total from counters group by name`.execute(db);
      const totals = new Map(rows.map(({ name, total }) => [name, total]));
      const totalOf = (name: string) => totals.get(name) ?? 0;
      return {
        tripCount: totalOf("trips"),
        awardCategoryCount: totalOf("categories"),
        photoCount: totalOf("photos"),
        userCount: totalOf("users"),
      };
    },
  };
}

// Decision 089: why the dashboard is one statement.
import { sql } from "kysely";
import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import type { Stats } from "#contract/overviews.ts";
import { batchCalls } from "../../platform/db/batch-calls.ts";
import { isUnreachable } from "../../platform/db/connect.ts";
import type { Database } from "../../schema/database.ts";
import { userJson } from "../../schema/shapes/person.ts";
import { squadJson } from "../../schema/shapes/squad-card.ts";
import { briefTripJson } from "../../schema/shapes/trip-card.ts";
import { list, sqlText } from "../../platform/db/sql-text.ts";
import { recentPage } from "../../media/gallery/page-sql.ts";
import { distanceFrom, myTrips, nearCursor } from "../../trips/my-trips-sql.ts";

/** A few screens of cards. The page fetches the rest as its reader scrolls. */
const maxTrips = 20;
const maxRecent = 12;

const near = sqlText`select id, ${distanceFrom(sqlText`current_date`)} as distance from mine order by distance, id limit ${maxTrips}`;

const trips = list(
  sqlText`${briefTripJson(sqlText`v.user_id`)} order by near.distance, near.id`,
  sqlText`near join trips t on t.id = near.id`,
);

const nextTrips = sqlText`case when (select count(*) from mine) > ${maxTrips} then (
    select to_json(${nearCursor(sqlText`current_date`, sqlText`distance`, sqlText`id`)}) from near order by distance desc, id desc limit 1) end`;

const squads = list(
  sqlText`${squadJson} order by s.name, s.id`,
  sqlText`squad_members m join squads s on s.id = m.squad_id where m.user_id = v.user_id`,
);

// Trips keep their counts, so only the crews of the viewer's own trips are read. The viewer is one of each.
const stats = sqlText`select json_build_object('tripCount', count(*), 'photoCount', coalesce(sum(t.media_count), 0),
    'awardCategoryCount', coalesce(sum(t.category_count), 0), 'userCount', (
      select greatest(count(*) - 1, 0) from (
        select other.user_id from crews join trip_members other on other.trip_id = crews.id group by other.user_id) known))
  from mine t`;

/** Among this many photos of a running trip, the dashboard looks for the last people who added some. */
const maxLooked = 50;

const lastUploaders = list(
  sqlText`json_build_object('tripId', t.id, 'people', ${list(
    sqlText`u.face::json order by x.place`,
    sqlText`(select uploader_id, min(place) as place from (
        select uploader_id, row_number() over (order by id desc) as place from media
        where trip_id = t.id and purpose = 'gallery' order by id desc limit ${maxLooked}) latest
      group by uploader_id order by min(place) limit 4) x join people u on u.id = x.uploader_id`,
  )}) order by t.id`,
  sqlText`mine t where current_date between t.start_date and t.end_date`,
);

const recent = recentPage(sqlText`v.user_id`, sqlText`${maxRecent}`, sqlText`true`, sqlText`select id from crew_trips`);

// One statement answers several requests: beginning it takes as long as a quarter of a page.
const dashboards = {
  name: "dashboards",
  text: sqlText`select page.parts from unnest($1::bytea[]) with ordinality as asked(session, n) left join lateral (
      select (with ${myTrips(sqlText`v.user_id`)}, near as materialized (${near})
          select json_build_object('user', ${userJson}, 'hadDemo', coalesce(a.had_demo, true), 'squads', ${squads}, 'trips', ${trips}, 'nextTrips', ${nextTrips},
            'recentMedia', (select page.rows::json from (${recent}) page), 'lastUploaders', ${lastUploaders}, 'stats', (${stats}))) as parts
      from (select found.user_id from viewer_of(asked.session) found offset 0) v join people u on u.id = v.user_id left join accounts a on a.person_id = u.id
    ) page on true order by asked.n`,
};
/** How many requests one statement answers at most. */
const maxTogether = 16;
/** While PostgreSQL works for one of two, the server answers the requests of the other. */
const lanes = 2;

type Dashboard = Answer<Calls["GET /api/dashboard"]>;

export function overviewStore({ db, rows }: Database) {
  const read = (sessions: readonly Buffer[]) => rows<[Dashboard | null]>(dashboards, [sessions]);
  const reading = Array.from({ length: lanes }, () => batchCalls(maxTogether, read, isUnreachable));
  let turn = 0;
  return {
    /** The dashboard of a session. Null without a live session. */
    dashboard: async (session: Buffer) => (await reading[turn++ % lanes]!(session))[0],
    /** The totals of all public and private records, the demos left out. Counts them all. */
    async stats(): Promise<Stats> {
      const { rows } = await sql<Stats>`select
        (select count(*) from trips where not is_demo) "tripCount",
        (select count(*) from categories where not is_demo) "awardCategoryCount",
        (select count(*) from media where purpose = 'gallery' and not is_demo) "photoCount",
        (select count(*) from people where not is_demo) "userCount"`.execute(db);
      return rows[0]!;
    },
  };
}

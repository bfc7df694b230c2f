// Decision 089: why the dashboard and the list of trips find the trips of a page first.
import { type SqlText, sqlText } from "../platform/db/sql-text.ts";

/**
 * Parts of a `with`: the ids, days and counts of all trips that `trips_of` finds for a person, as `mine`; the ids of those on whose crew
 * they are, as `crews`, and of these the ones outside their squads, as `crew_trips`. An index has the trips of a squad side by side, so
 * only the others are looked up one by one.
 */
export const myTrips = (userId: SqlText) => sqlText`crews as materialized (
    select c.trip_id as id from trip_members c where c.user_id = ${userId}),
  squad_trips as materialized (
    select ${columns} from squad_members m join trips t on t.squad_id = m.squad_id where m.user_id = ${userId}),
  crew_trips as materialized (select c.id from crews c where c.id not in (select s.id from squad_trips s)),
  mine as materialized (
    select * from squad_trips union all select ${columns} from crew_trips c join trips t on t.id = c.id)`;

const columns = sqlText`t.id, t.start_date, t.end_date, t.category_count, t.photo_count + t.video_count as media_count`;

/**
 * How far a trip is from `day`; the nearest has the smallest number. Running trips come first, the one that ends first before the others,
 * then trips to come, then the past. Contracts allow the years 1900 to 2999, so no distance reaches a million days.
 */
export const distanceFrom = (day: SqlText) => sqlText`case when end_date < ${day} then 2000000 + (${day} - end_date)
    when start_date > ${day} then 1000000 + (start_date - ${day}) else end_date - ${day} end`;

/** The cursor that continues the trips after `id`, counted from `day`. The next page may be asked for on another day. */
export const nearCursor = (day: SqlText, distance: SqlText, id: SqlText) =>
  sqlText`${day} || '_' || ${distance} || '_' || ${id}`;

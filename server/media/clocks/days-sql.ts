// Decision 046: why days follow the clock of the photo and its trip.

import { type SqlText, sqlText } from "../../platform/db/sql-text.ts";

/** The trip key of photos outside trips. */
const noTrip = sqlText`'00000000-0000-0000-0000-000000000000'::uuid`;

/**
 * UTC offsets for photos whose files name none. Relation `near` has the most frequent offset of a trip on a UTC day and the days beside
 * it, `usual` the most frequent one of the whole trip; both in whole quarters of an hour, as all zones have them. Photos outside trips have
 * no `usual`, because they span years. `media` names a relation that has `clockColumns`, and `many` counts the photos of some of its rows.
 */
export const withClocks = (media: SqlText, many = sqlText`count(*)`) => sqlText`clocks as materialized (
    select trip_key, utc_day, round(utc_offset / 15.0::float8)::int * 15 as utc_offset, ${many} as many from ${media} where utc_offset is not null group by 1, 2, 3
  ), near as (
    select distinct on (trip_key, utc_day) trip_key, utc_day, utc_offset as near_offset from (
      select trip_key, utc_day + beside as utc_day, utc_offset, sum(many) as many
      from clocks cross join (values (-1), (0), (1)) days(beside) group by 1, 2, 3) told
    order by trip_key, utc_day, many desc, utc_offset
  ), usual as (
    select distinct on (trip_key) trip_key, utc_offset as usual_offset from (
      select trip_key, utc_offset, sum(many) as many from clocks where trip_key <> ${noTrip} group by 1, 2) told
    order by trip_key, many desc, utc_offset
  )`;

/** The columns of a media row `m` that `withClocks` needs. */
export const clockColumns = (m: SqlText) =>
  sqlText`${m}.utc_offset, ${m}.is_local_clock, coalesce(${m}.trip_id, ${noTrip}) as trip_key, (${m}.taken_at at time zone 'UTC')::date as utc_day`;

/** The day of a photo by its own clock; null when that is not known. */
export const ownDayOf = (
  m: SqlText,
) => sqlText`case when ${m}.is_local_clock then (${m}.taken_at at time zone 'UTC')::date
    else ((${m}.taken_at at time zone 'UTC') + ${m}.utc_offset * interval '1 minute')::date end`;

/** The day of a row that does not know its own, joined with `near` and `usual`: by its trip's clock, else by the viewer's `zone`. */
export const guessedDayOf = (m: SqlText, zone: SqlText) =>
  sqlText`coalesce(((${m}.taken_at at time zone 'UTC') + coalesce(near_offset, usual_offset) * interval '1 minute')::date,
    (${m}.taken_at at time zone ${zone})::date)`;

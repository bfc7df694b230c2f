// Decision 073: why an outline reads a row per day, and who writes these rows.
import { chunkSize, narrowest, shapeLetters, widest } from "#contract/gallery-shape.ts";
import { type SqlText, list, quoted, sqlText } from "../../platform/db/sql-text.ts";
import { isOlder, newestFirst } from "./page-sql.ts";
import { clockColumns, guessedDayOf, ownDayOf, withClocks } from "../clocks/days-sql.ts";

const ratio = sqlText`case when width > 0 and height > 0 then width::float8 / height else 4.0 / 3 end`;
const place = sqlText`round(${shapeLetters.length - 1} * ln(least(${widest}, greatest(${narrowest}, ${ratio})) / ${narrowest}) / ln(${widest / narrowest}))`;

/** The shape of a photo with `width` and `height`. A change of its rule has to mark all rows of `gallery_days`. */
export const letter = sqlText`substr(${quoted(shapeLetters)}, 1 + ${place}::int, 1)`;

/** The photos of one day in UTC. */
export const ofDay = (m: SqlText, utcDay: SqlText) =>
  sqlText`${m}.purpose = 'gallery' and ${m}.taken_at >= ${utcDay}::timestamp at time zone 'UTC' and ${m}.taken_at < (${utcDay} + 1)::timestamp at time zone 'UTC'`;

/** The zones of today differ from UTC by a multiple of a quarter of an hour. */
const slotSeconds = 900;

/** What a row of `gallery_days` says about its photos. */
const columns = sqlText`photo_count, video_count, shapes, photo_shapes, video_shapes, video_places, moments, photo_ids,
  run_sizes, run_videos, run_days, run_moments, run_trips, clock_trips, clock_offsets, clock_counts`;

const array = (expression: SqlText) => sqlText`coalesce(array_agg(${expression}), '{}')`;

/** Describes the photos `m` for which `scope` holds, which are of one day: one row with `columns`, or none unless `isWanted`. */
const describedDay = (scope: SqlText, isWanted: SqlText) => sqlText`
  with photos as materialized (
    select *, case when own_day is null then trip_key end as run_trip,
      case when own_day is null then floor(extract(epoch from taken_at) / ${slotSeconds}) end as slot
    from (
      select m.id, m.taken_at, m.file_type like 'video/%' as is_video, ${letter} as letter, ${clockColumns(sqlText`m`)},
        ${ownDayOf(sqlText`m`)} as own_day, row_number() over (order by ${newestFirst(sqlText`m`)}) as n
      from media m where ${scope}
    ) all_of_day
  ), runs as (
    select min(n) as n, count(*)::int as size, count(*) filter (where is_video)::int as videos, own_day, min(taken_at) as moment, run_trip from (
      select *, n - row_number() over (partition by own_day, run_trip, slot order by n) as run from photos) numbered
    group by own_day, run_trip, slot, run
  ), clocks as (
    select trip_key, utc_offset, count(*)::int as many from photos where utc_offset is not null group by 1, 2
  )
  select * from (
    select count(*) filter (where not is_video)::int as photo_count, count(*) filter (where is_video)::int as video_count,
      coalesce(string_agg(letter, ''), '') as shapes, coalesce(string_agg(letter, '') filter (where not is_video), '') as photo_shapes,
      coalesce(string_agg(letter, '') filter (where is_video), '') as video_shapes,
      coalesce(array_agg(n::int) filter (where is_video), '{}') as video_places, ${array(sqlText`(extract(epoch from taken_at) * 1000)::bigint`)} as moments,
      ${array(sqlText`id`)} as photo_ids
    from (select * from photos order by n) sorted
  ) every cross join (
    select ${array(sqlText`size`)} as run_sizes, ${array(sqlText`videos`)} as run_videos, ${array(sqlText`own_day`)} as run_days, ${array(sqlText`moment`)} as run_moments,
      ${array(sqlText`run_trip`)} as run_trips
    from (select * from runs order by n) sorted
  ) days cross join (
    select ${array(sqlText`trip_key`)} as clock_trips, ${array(sqlText`utc_offset`)} as clock_offsets, ${array(sqlText`many`)} as clock_counts
    from clocks
  ) offsets where ${isWanted}`;

/** The days `d` of a gallery with their present columns: those of the row, or of a stale day those that its photos give. */
export const currentDays = (placeId: SqlText, scope: SqlText) => sqlText`
  select d.utc_day, now.* from gallery_days d cross join lateral (
    select ${columns} where not d.is_stale
    union all (${describedDay(sqlText`${scope} and ${ofDay(sqlText`m`, sqlText`d.utc_day`)}`, sqlText`d.is_stale`)})
  ) now where d.place_id = ${placeId}`;

/** The people who added the photos of a gallery, most photos first, as JSON. */
const peopleIn = (placeId: SqlText) =>
  list(
    sqlText`json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
      'profileImageUrl', u.profile_image_url, 'count', p.photos) order by p.photos desc, u.first_name, u.id`,
    sqlText`gallery_people p join users u on u.id = p.user_id where p.place_id = ${placeId} and p.photos > 0`,
  );

/** The relations of `withClocks`, from the relation `described`, which has the days of a gallery. */
export const clocksOfDays = sqlText`offsets as (
    select utc_day, trip_key, utc_offset, many
    from described cross join lateral unnest(clock_trips, clock_offsets, clock_counts) clock (trip_key, utc_offset, many)
  ), ${withClocks(sqlText`offsets`, sqlText`sum(many)`)}`;

/** The fields of an outline that count the whole gallery, also if the outline is filtered. Reads the relation `described`. */
export const countsOfDays = (placeId: SqlText) => sqlText`'people', ${peopleIn(placeId)},
    'photoCount', (select coalesce(sum(photo_count), 0) from described),
    'videoCount', (select coalesce(sum(video_count), 0) from described)`;

/** What the days say about the photos of one kind: how many they are, their shapes, how many of a run they are, and their cursors. */
const parts = {
  all: {
    total: sqlText`photo_count + video_count`,
    shapes: sqlText`shapes`,
    size: sqlText`size`,
    cursors: sqlText`cursors_in(moments, photo_ids,`,
  },
  photo: {
    total: sqlText`photo_count`,
    shapes: sqlText`photo_shapes`,
    size: sqlText`size - videos`,
    cursors: sqlText`cursors_of_kind(moments, photo_ids, video_places, false,`,
  },
  video: {
    total: sqlText`video_count`,
    shapes: sqlText`video_shapes`,
    size: sqlText`videos`,
    cursors: sqlText`cursors_of_kind(moments, photo_ids, video_places, true,`,
  },
};
export type Kind = keyof typeof parts;

/** Whether photo `m` is of this kind. The index of videos has this condition word for word. */
export const ofKind = (m: SqlText, kind: Kind) =>
  ({
    all: sqlText`true`,
    photo: sqlText`${m}.file_type like 'image/%'`,
    video: sqlText`${m}.file_type like 'video/%'`,
  })[kind];

/**
 * The outline of a gallery's photos of one kind from its days: as one JSON text without its days, and the days apart, as JSON, newest
 * first: each time the day changes from one photo to the next. Chunks are counted off from the oldest photo, so that new photos move no
 * old chunk. No row, and no look at the days, unless `isWanted`.
 */
export const outlineOfDays = (
  { placeId, scope, zone }: { readonly placeId: SqlText; readonly scope: SqlText; readonly zone: SqlText },
  kind: Kind,
  isWanted: SqlText,
) => {
  const part = parts[kind];
  return sqlText`
  with described as materialized (
    select now.*, ${part.total} as total, sum(${part.total}) over (order by utc_day) as up_to
    from (${currentDays(placeId, scope)}) now
  ), ${clocksOfDays}, dated as (
    select row_number() over (order by utc_day desc, place) as n, many, coalesce(own_day, ${guessedDayOf(sqlText`e`, zone)}) as day
    from (
      select utc_day, place, ${part.size} as many, own_day, taken_at, trip_key
      from described cross join lateral unnest(run_sizes, run_videos, run_days, run_moments, run_trips)
        with ordinality run (size, videos, own_day, taken_at, trip_key, place)
      where ${part.size} > 0
    ) e left join near using (trip_key, utc_day) left join usual using (trip_key)
  )
  select json_build_object(
    'shapes', (select coalesce(string_agg(${part.shapes}, '' order by utc_day desc), '') from described),
    'cursors', (select '[' || coalesce(string_agg(
        ${part.cursors} ((up_to - 1) % ${chunkSize})::int + 1, least(total, up_to - 1)::int, ${chunkSize}), ',' order by utc_day desc),
        '') || ']' from described where total > 0)::json,
    ${countsOfDays(placeId)}
  )::text as rest,
  (select coalesce(json_agg(json_build_array(day, many) order by run), '[]') from (
    select run, day, sum(many) as many from (
      select day, many, sum(turn) over (order by n) as run from (
        select n, day, many, (day is distinct from lag(day) over (order by n))::int as turn from dated) turns) numbered
    group by run, day) days) as days
  where ${isWanted}`;
};

/** How many photos of a gallery, or of one kind, come before photo `x`: whole days from their rows, the rest of its own day from an index. */
export const photosBefore = (placeId: SqlText, scope: SqlText, kind: Kind) => {
  const isCounted = sqlText`${scope} and ${ofKind(sqlText`m`, kind)}`;
  return sqlText`
  (select coalesce(sum(case when d.is_stale then (select count(*) from media m where ${isCounted} and ${ofDay(sqlText`m`, sqlText`d.utc_day`)})
      else ${parts[kind].total} end), 0)
    from gallery_days d where d.place_id = ${placeId} and d.utc_day > (x.taken_at at time zone 'UTC')::date)
  + (select count(*) from media m where ${isCounted} and ${ofDay(sqlText`m`, sqlText`(x.taken_at at time zone 'UTC')::date`)}
    and ${isOlder(sqlText`x`, sqlText`m`)})`;
};

/** Describes a day anew: `$1` its gallery, `$2` the day. */
export const describeDay = sqlText`update gallery_days d set is_stale = false, (${columns}) = (
    ${describedDay(sqlText`(m.trip_id = d.place_id or m.squad_id = d.place_id) and ${ofDay(sqlText`m`, sqlText`d.utc_day`)}`, sqlText`true`)})
  where d.place_id = $1 and d.utc_day = $2::date`;

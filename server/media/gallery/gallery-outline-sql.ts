// Decision 049: what an outline holds, and why it has a version.
import { chunkSize, narrowest, shapeLetters, widest } from "#contract/gallery-shape.ts";
import { type SqlText, quoted, sqlText } from "../../platform/db/sql-text.ts";
import { clockColumns, dayOf, withClocks } from "../clocks/days-sql.ts";

/** Whose and which kind: null takes everything. The viewer's "others" are all but their own, those of vanished accounts too. */
export const filtered = (m: SqlText, viewerId: SqlText, person: SqlText, kind: SqlText) =>
  sqlText`case when ${person}::text is null then true
     when ${person} = 'others' then ${m}.uploader_id is distinct from ${viewerId}
     else ${m}.uploader_id = ${person}::uuid end
   and (${kind}::text is null or ${m}.file_type like ${kind})`;

const ratio = sqlText`case when width > 0 and height > 0 then width::float8 / height else 4.0 / 3 end`;
const place = sqlText`round(${shapeLetters.length - 1} * ln(least(${widest}, greatest(${narrowest}, ${ratio})) / ${narrowest}) / ln(${widest / narrowest}))`;
const letter = sqlText`substr(${quoted(shapeLetters)}, 1 + ${place}::int, 1)`;

/** Milliseconds and an id, as pages have them. */
const cursor = sqlText`(extract(epoch from taken_at) * 1000)::bigint || '_' || id`;

interface Whole {
  /** Conditions on media `m`. */
  readonly scope: SqlText;
  readonly viewerId: SqlText;
  readonly zone: SqlText;
  readonly person: SqlText;
  readonly kind: SqlText;
}

/**
 * The outline of a gallery from one walk over its rows: as one JSON text without its days, and the days apart, as JSON, newest first:
 * each time the day changes from one photo to the next. Chunks are counted off from the oldest, so that new photos move no old chunk.
 * No row, and no walk, unless `isWanted`.
 */
const galleryOutline = ({ scope, viewerId, zone, person, kind }: Whole, isWanted: SqlText) => sqlText`
  with everything as materialized (
    select m.id, m.taken_at, m.width, m.height, m.uploader_id, m.file_type like 'video/%' as is_video, ${clockColumns(sqlText`m`)},
      ${filtered(sqlText`m`, viewerId, person, kind)} as shown
    from media m where ${scope} and m.purpose = 'gallery'
  ), ${withClocks(sqlText`everything`)}, ordered as (
    select id, taken_at, width, height, ${dayOf(sqlText`e`, zone)} as day,
      row_number() over (order by taken_at desc, id desc) as n, count(*) over () as total
    from everything e left join near using (trip_key, utc_day) left join usual using (trip_key)
    where shown order by taken_at desc, id desc
  ), people as (
    select uploader_id, count(*) as many from everything group by uploader_id
  )
  select json_build_object(
    'shapes', (select coalesce(string_agg(${letter}, '' order by n), '') from ordered),
    'cursors', (select coalesce(json_agg(${cursor} order by n), '[]') from ordered
      where n < total and (total - n) % ${chunkSize} = 0),
    'people', (select coalesce(json_agg(json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
        'profileImageUrl', u.profile_image_url, 'count', p.many) order by p.many desc, u.first_name, u.id), '[]')
      from people p join users u on u.id = p.uploader_id),
    'photoCount', (select count(*) from everything where not is_video),
    'videoCount', (select count(*) from everything where is_video)
  )::text as rest,
  (select coalesce(json_agg(json_build_array(day, many) order by first), '[]') from (
    select day, min(n) as first, count(*) as many from (
      select day, n, n - row_number() over (partition by day order by n) as run from ordered) runs group by day, run) days) as days
  where ${isWanted}`;

/** `version`, and with it `rest` and `days` unless that is the version which the asker knows. */
export const outlineUnless = (known: SqlText, placeId: SqlText, whole: Whole) => sqlText`
  select now.version, o.rest, o.days from (select coalesce((select version from gallery_versions where place_id = ${placeId}), 0)::text as version offset 0) now
    left join lateral (${galleryOutline(whole, sqlText`now.version is distinct from ${known}::text`)}) o on true`;

/** As JSON text: how many of a gallery come before photo `photo`. An address of a film that has become part of a photo leads to that. */
export const galleryPosition = ({
  scope,
  viewerId,
  person,
  kind,
  photo,
}: Omit<Whole, "zone"> & { photo: SqlText }) => sqlText`
  select json_build_object('index', (
    select (select count(*) from media m where ${scope} and m.purpose = 'gallery'
        and (m.taken_at, m.id) > (x.taken_at, x.id) and ${filtered(sqlText`m`, viewerId, person, kind)})
    from (select m.id, m.taken_at from media m where m.id = coalesce((select still_id from media where id = ${photo}), ${photo}) and ${scope} and m.purpose = 'gallery'
      and ${filtered(sqlText`m`, viewerId, person, kind)}) x
  ))::text`;

// Decision 049: what an outline holds, and why it has a version.
import { chunkSize, narrowest, shapeLetters, widest } from "#contract/gallery-shape.ts";
import { type SqlText, list, quoted, sqlText } from "../../platform/db/sql-text.ts";
import { isOlder, newestFirst } from "./page-sql.ts";
import { clockColumns, guessedDayOf, ownDayOf, withClocks } from "../clocks/days-sql.ts";

/** The parameters of a statement that say which photos of a gallery it shows. */
export interface Shown {
  readonly viewerId: SqlText;
  /** An uploader's id, or "others" for everybody but the viewer. Null: anybody. */
  readonly person: SqlText;
  /** How their file types begin. Null: any kind. */
  readonly kind: SqlText;
  /** What others added after this time. Null: at any time. */
  readonly since: SqlText;
}

/**
 * The condition on photo `m`. Each `case` has PostgreSQL expect half of the photos. A plan knows no values, and from a plain comparison it
 * would expect so few that it sorted the whole gallery for a page.
 */
export const isShown = (m: SqlText, { viewerId, person, kind, since }: Shown) =>
  sqlText`case when ${person}::text is null then true when ${person} = 'others' then ${m}.uploader_id is distinct from ${viewerId}
      else ${m}.uploader_id = ${person}::uuid end
    and case when ${kind}::text is null then true else starts_with(${m}.file_type, ${kind}) end
    and case when ${since}::timestamptz is null then true
      else ${m}.created_at > ${since} and ${m}.uploader_id is distinct from ${viewerId} end`;

const ratio = sqlText`case when width > 0 and height > 0 then width::float8 / height else 4.0 / 3 end`;
const place = sqlText`round(${shapeLetters.length - 1} * ln(least(${widest}, greatest(${narrowest}, ${ratio})) / ${narrowest}) / ln(${widest / narrowest}))`;
/** The shape of a photo with `width` and `height`. A change of this rule has to raise all versions of galleries. */
const letter = sqlText`substr(${quoted(shapeLetters)}, 1 + ${place}::int, 1)`;

/** Milliseconds and an id, as pages have them. */
const cursor = sqlText`(extract(epoch from taken_at) * 1000)::bigint || '_' || id`;

/** A trip's or squad's gallery: its id, conditions on its media `m`, and the zone of its viewer. */
export interface GalleryParts {
  readonly placeId: SqlText;
  readonly scope: SqlText;
  readonly zone: SqlText;
}

/** The people who added photos, most photos first. Reads the relation `photos`. */
const people = list(
  sqlText`json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
      'profileImageUrl', u.profile_image_url, 'count', p.many) order by p.many desc, u.first_name, u.id`,
  sqlText`(select uploader_id, count(*) as many from photos group by 1) p join people u on u.id = p.uploader_id`,
);

/**
 * Reads the photos of a gallery once and returns its outline in two columns: the JSON text without the days, and the days as JSON, newest
 * first, one for each run of photos of the same day. A filter changes neither the clocks nor the counts. Chunks begin at the oldest photo,
 * so new photos leave the old chunks as they are. Returns no row, and reads no photo, unless `isWanted`.
 */
const outline = ({ scope, zone }: GalleryParts, shown: Shown, isWanted: SqlText) => sqlText`
  with photos as materialized (
    select m.id, m.taken_at, m.name_order, m.width, m.height, m.uploader_id, m.file_type like 'video/%' as is_video,
      ${clockColumns(sqlText`m`)}, ${isShown(sqlText`m`, shown)} as is_shown
    from media m where ${scope} and m.purpose = 'gallery'
  ), ${withClocks(sqlText`photos`)}, ordered as materialized (
    select id, taken_at, width, height, coalesce(${ownDayOf(sqlText`e`)}, ${guessedDayOf(sqlText`e`, zone)}) as day,
      row_number() over (order by ${newestFirst(sqlText`e`)}) as n
    from photos e left join near using (trip_key, utc_day) left join usual using (trip_key) where is_shown
  )
  select json_build_object(
    'shapes', (select coalesce(string_agg(${letter}, '' order by n), '') from ordered),
    'cursors', (select coalesce(json_agg(${cursor} order by n), '[]') from ordered, (select max(n) as total from ordered) counted
      where n < total and (total - n) % ${chunkSize} = 0),
    'people', ${people},
    'photoCount', (select count(*) from photos where not is_video),
    'videoCount', (select count(*) from photos where is_video)
  )::text as rest,
  (select coalesce(json_agg(json_build_array(day, many) order by first), '[]') from (
    select day, min(n) as first, count(*) as many from (
      select day, n, n - row_number() over (partition by day order by n) as run from ordered) runs group by day, run) days) as days
  where ${isWanted}`;

/** `version`, and with it `rest` and `days` unless that is the version which the asker knows. */
export const outlineUnless = (known: SqlText, gallery: GalleryParts, shown: Shown) => sqlText`
  select now.version, o.rest, o.days
  from (
    select coalesce((select g.version from gallery_versions g where g.place_id = ${gallery.placeId}), 0)::text as version offset 0
  ) now left join lateral (${outline(gallery, shown, sqlText`now.version is distinct from ${known}::text`)}) o on true`;

/** As JSON text: how many of a gallery come before photo `photo`. An address of a film that has become part of a photo leads to that. */
export const galleryPosition = (scope: SqlText, shown: Shown, photo: SqlText) => sqlText`
  select json_build_object('index', (
    select (select count(*) from media m where ${scope} and m.purpose = 'gallery' and ${isOlder(sqlText`x`, sqlText`m`)}
      and ${isShown(sqlText`m`, shown)})
    from (select m.id, m.taken_at, m.name_order from media m where m.id = coalesce((select still_id from media where id = ${photo}), ${photo})
      and ${scope} and m.purpose = 'gallery' and ${isShown(sqlText`m`, shown)}) x
  ))::text`;

// Decision 049: what an outline holds, and why it has a version.
import { chunkSize } from "#contract/gallery-shape.ts";
import { type SqlText, sqlText } from "../../platform/db/sql-text.ts";
import { clockColumns, guessedDayOf, ownDayOf, withClocks } from "../clocks/days-sql.ts";
import { letter, outlineOfDays, peopleIn, photosBefore } from "./gallery-days-sql.ts";

/** Whose and which kind: null takes everything. The viewer's "others" are all but their own, those of vanished accounts too. */
export const filtered = (m: SqlText, viewerId: SqlText, person: SqlText, kind: SqlText) =>
  sqlText`case when ${person}::text is null then true
     when ${person} = 'others' then ${m}.uploader_id is distinct from ${viewerId}
     else ${m}.uploader_id = ${person}::uuid end
   and (${kind}::text is null or ${m}.file_type like ${kind})`;

/** Milliseconds and an id, as pages have them. */
const cursor = sqlText`(extract(epoch from taken_at) * 1000)::bigint || '_' || id`;

/** A trip's or squad's gallery: its id, conditions on its media `m`, and the zone of its viewer. */
export interface GalleryParts {
  readonly placeId: SqlText;
  readonly scope: SqlText;
  readonly zone: SqlText;
}

/** What the viewer wants to see of a gallery. */
export interface FilterParts {
  readonly viewerId: SqlText;
  readonly person: SqlText;
  readonly kind: SqlText;
}

/** Like `outlineOfDays`, from one walk over the photos, and only with those that the filter shows. */
const filteredOutline = (
  { placeId, scope, zone }: GalleryParts,
  { viewerId, person, kind }: FilterParts,
  isWanted: SqlText,
) => sqlText`
  with everything as materialized (
    select m.id, m.taken_at, m.width, m.height, m.file_type like 'video/%' as is_video, ${clockColumns(sqlText`m`)},
      ${filtered(sqlText`m`, viewerId, person, kind)} as shown
    from media m where ${scope} and m.purpose = 'gallery'
  ), ${withClocks(sqlText`everything`)}, ordered as (
    select id, taken_at, width, height, coalesce(${ownDayOf(sqlText`e`)}, ${guessedDayOf(sqlText`e`, zone)}) as day,
      row_number() over (order by taken_at desc, id desc) as n, count(*) over () as total
    from everything e left join near using (trip_key, utc_day) left join usual using (trip_key)
    where shown order by taken_at desc, id desc
  )
  select json_build_object(
    'shapes', (select coalesce(string_agg(${letter}, '' order by n), '') from ordered),
    'cursors', (select coalesce(json_agg(${cursor} order by n), '[]') from ordered
      where n < total and (total - n) % ${chunkSize} = 0),
    'people', ${peopleIn(placeId)},
    'photoCount', (select count(*) from everything where not is_video),
    'videoCount', (select count(*) from everything where is_video)
  )::text as rest,
  (select coalesce(json_agg(json_build_array(day, many) order by first), '[]') from (
    select day, min(n) as first, count(*) as many from (
      select day, n, n - row_number() over (partition by day order by n) as run from ordered) runs group by day, run) days) as days
  where ${isWanted}`;

/** `version`, and with it `rest` and `days` unless that is the version which the asker knows. */
export const outlineUnless = (known: SqlText, gallery: GalleryParts, filter: FilterParts | null) => {
  const isWanted = sqlText`now.version is distinct from ${known}::text`;
  return sqlText`
  select now.version, o.rest, o.days
  from (
    select coalesce(g.version, 0) || '.' || p.names as version
    from page_versions p left join gallery_versions g on g.place_id = p.subject_id where p.subject_id = ${gallery.placeId} offset 0
  ) now left join lateral (${filter ? filteredOutline(gallery, filter, isWanted) : outlineOfDays(gallery, isWanted)}) o on true`;
};

/** As JSON text: how many of a gallery come before photo `photo`. An address of a film that has become part of a photo leads to that. */
export const galleryPosition = (
  { placeId, scope }: Omit<GalleryParts, "zone">,
  filter: FilterParts | null,
  photo: SqlText,
) => {
  const shown = filter ? filtered(sqlText`m`, filter.viewerId, filter.person, filter.kind) : sqlText`true`;
  const before = filter
    ? sqlText`(select count(*) from media m where ${scope} and m.purpose = 'gallery' and (m.taken_at, m.id) > (x.taken_at, x.id) and ${shown})`
    : photosBefore(placeId, scope);
  return sqlText`
  select json_build_object('index', (
    select ${before}
    from (select m.id, m.taken_at from media m where m.id = coalesce((select still_id from media where id = ${photo}), ${photo}) and ${scope}
      and m.purpose = 'gallery' and ${shown}) x
  ))::text`;
};

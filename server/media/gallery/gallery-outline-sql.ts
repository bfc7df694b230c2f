// Decision 049: what an outline holds, and why it has a version.
import { chunkSize } from "#contract/gallery-shape.ts";
import { type SqlText, sqlText } from "../../platform/db/sql-text.ts";
import { isOlder, newestFirst } from "./page-sql.ts";
import { clockColumns, guessedDayOf, ownDayOf } from "../clocks/days-sql.ts";
import {
  type Kind,
  clocksOfDays,
  countsOfDays,
  currentDays,
  letter,
  ofKind,
  outlineOfDays,
  photosBefore,
} from "./gallery-days-sql.ts";

/** Which photos of a gallery a statement shows. */
export interface Shown {
  readonly kind: Kind;
  /** By anybody (null), by this person, or by anybody but this person. */
  readonly by: null | { readonly person: SqlText } | { readonly not: SqlText };
}

/** The condition on photo `m`. An index finds a person's photos of a gallery, another one its videos. */
export const isShown = (m: SqlText, { kind, by }: Shown) =>
  !by
    ? ofKind(m, kind)
    : "person" in by
      ? sqlText`${m}.uploader_id = ${by.person} and ${ofKind(m, kind)}`
      : sqlText`${m}.uploader_id is distinct from ${by.not} and ${ofKind(m, kind)}`;

/** Milliseconds and an id, as pages have them. */
const cursor = sqlText`(extract(epoch from taken_at) * 1000)::bigint || '_' || id`;

/** A trip's or squad's gallery: its id, conditions on its media `m`, and the zone of its viewer. */
export interface GalleryParts {
  readonly placeId: SqlText;
  readonly scope: SqlText;
  readonly zone: SqlText;
}

/**
 * Like `outlineOfDays`, for the photos of one person or of the others. PostgreSQL reads these photos one by one; clocks and counts come
 * from the days of the whole gallery.
 */
const outlineByPerson = ({ placeId, scope, zone }: GalleryParts, shown: Shown, isWanted: SqlText) => sqlText`
  with described as materialized (
    select utc_day, photo_count, video_count, clock_trips, clock_offsets, clock_counts from (${currentDays(placeId, scope)}) now
  ), ${clocksOfDays}, photos as materialized (
    select m.id, m.taken_at, m.name_order, m.width, m.height, ${clockColumns(sqlText`m`)}
    from media m where ${scope} and m.purpose = 'gallery' and ${isShown(sqlText`m`, shown)}
  ), ordered as (
    select id, taken_at, width, height, coalesce(${ownDayOf(sqlText`e`)}, ${guessedDayOf(sqlText`e`, zone)}) as day,
      row_number() over (order by ${newestFirst(sqlText`e`)}) as n, count(*) over () as total
    from photos e left join near using (trip_key, utc_day) left join usual using (trip_key)
    order by ${newestFirst(sqlText`e`)}
  )
  select json_build_object(
    'shapes', (select coalesce(string_agg(${letter}, '' order by n), '') from ordered),
    'cursors', (select coalesce(json_agg(${cursor} order by n), '[]') from ordered
      where n < total and (total - n) % ${chunkSize} = 0),
    ${countsOfDays(placeId)}
  )::text as rest,
  (select coalesce(json_agg(json_build_array(day, many) order by first), '[]') from (
    select day, min(n) as first, count(*) as many from (
      select day, n, n - row_number() over (partition by day order by n) as run from ordered) runs group by day, run) days) as days
  where ${isWanted}`;

/** `version`, and with it `rest` and `days` unless that is the version which the asker knows. */
export const outlineUnless = (known: SqlText, gallery: GalleryParts, shown: Shown) => {
  const isWanted = sqlText`now.version is distinct from ${known}::text`;
  return sqlText`
  select now.version, o.rest, o.days
  from (
    select coalesce((select g.version from gallery_versions g where g.place_id = ${gallery.placeId}), 0)::text as version offset 0
  ) now left join lateral (${shown.by ? outlineByPerson(gallery, shown, isWanted) : outlineOfDays(gallery, shown.kind, isWanted)}) o on true`;
};

/** As JSON text: how many of a gallery come before photo `photo`. An address of a film that has become part of a photo leads to that. */
export const galleryPosition = (
  { placeId, scope }: Omit<GalleryParts, "zone">,
  { kind, by }: Shown,
  photo: SqlText,
) => {
  const ofAll = photosBefore(placeId, scope, kind);
  const ofPerson = (person: SqlText) => sqlText`(select count(*) from media m where ${scope} and m.purpose = 'gallery'
    and ${isOlder(sqlText`x`, sqlText`m`)} and ${isShown(sqlText`m`, { kind, by: { person } })})`;
  const before = !by ? ofAll : "person" in by ? ofPerson(by.person) : sqlText`${ofAll} - ${ofPerson(by.not)}`;
  return sqlText`
  select json_build_object('index', (
    select ${before}
    from (select m.id, m.taken_at, m.name_order from media m where m.id = coalesce((select still_id from media where id = ${photo}), ${photo}) and ${scope}
      and m.purpose = 'gallery' and ${isShown(sqlText`m`, { kind, by })}) x
  ))::text`;
};

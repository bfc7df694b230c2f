// Decision 052: how the photos of public squads are found.
import type { GalleryFilter } from "#contract/gallery.ts";
import type { MediaItem } from "#contract/media-item.ts";
import type { TripAccess } from "../../access/rights.ts";
import type { Statement } from "../../platform/db/connect.ts";
import type { Database } from "../../schema/database.ts";
import type { DayRun } from "../clocks/settle-days.ts";
import { type Shown, galleryPosition, isShown, outlineUnless } from "./gallery-outline-sql.ts";
import { atMost, galleryPage, isOlder, recentPage } from "./page-sql.ts";
import { type SqlText, sqlText, timestamp } from "../../platform/db/sql-text.ts";

/** The JSON text of a page, and the cursor of the next one. */
export type Page = readonly [string, string | null];

/** An outline's version, its JSON text without the days, and the days. The last two are null when the client has this version. */
export type OutlineParts = readonly [version: string, rest: string | null, days: readonly DayRun[] | null];

const viewerId = sqlText`v.user_id`;

/**
 * The place in the order where a page begins. The photo of a cursor may be gone; then the page begins with the first one of its moment. Only
 * photos of the same gallery are looked up, because the answer tells how their names are ordered.
 */
const placeAfter = (scope: SqlText) => sqlText`(
  select $3::timestamptz as taken_at, $4::uuid as id,
    coalesce((select x.name_order from media x where x.id = $4 and x.purpose = 'gallery' and x.${scope}), chr(1114111)) as name_order offset 0) after`;

/** The parts of a gallery's statement that differ by kind of album. `from` adds the viewer and the access check around `part`. */
const albums = {
  trip: {
    from: (part: SqlText) => sqlText`from viewer_of($1) v cross join rights_in(v.user_id, null, $2) r
      cross join lateral (${part}) part where r.may_see`,
    id: sqlText`r.trip_id`,
    scope: sqlText`trip_id = r.trip_id`,
    tripId: sqlText`r.trip_id`,
  },
  squad: {
    from: (part: SqlText) => sqlText`from viewer_of($1) v cross join rights_in(v.user_id, $2, null) r
      cross join lateral (${part}) part where r.may_see`,
    id: sqlText`r.squad_id`,
    scope: sqlText`squad_id = r.squad_id`,
    tripId: undefined,
  },
} as const;
export type AlbumKind = keyof typeof albums;

/** Makes a statement for trips and one for squads. */
const forBoth = (name: string, text: (album: (typeof albums)[AlbumKind]) => SqlText) => {
  const statementFor = (kind: AlbumKind): Statement => ({ name: `${kind}_${name}`, text: text(albums[kind]) });
  return { trip: statementFor("trip"), squad: statementFor("squad") };
};

/** The parameters that say which photos a statement shows: the values of `valuesOf`. */
const shownBy = (person: SqlText, kind: SqlText, since: SqlText): Shown => ({ viewerId, person, kind, since });

/** Pages of the photos that are shown. A part of the filter that an index knows stands as `indexed` once more. */
const pagesBy = (name: string, indexed: SqlText) =>
  forBoth(name, ({ from, scope, tripId }) => {
    const shown = isShown(sqlText`media`, shownBy(sqlText`$6`, sqlText`$7`, sqlText`$8`));
    const page = galleryPage({
      scope,
      before: sqlText`${isOlder(sqlText`media`, sqlText`after`)} and ${shown} and ${indexed}`,
      limit: sqlText`$5`,
      viewerId,
      isMember: sqlText`r.is_member`,
      ...(tripId && { tripId }),
    });
    return sqlText`select part.rows, part.next ${from(sqlText`select page.* from ${placeAfter(scope)} cross join lateral (${page}) page`)}`;
  });

const pages = {
  any: pagesBy("media", sqlText`true`),
  person: pagesBy("media_of_person", sqlText`uploader_id = $6::uuid`),
  video: pagesBy("videos", sqlText`file_type like 'video/%'`),
};

const outlines = forBoth("outline", ({ from, scope, id }) => {
  const gallery = { placeId: id, scope, zone: sqlText`$3::text` };
  const outline = outlineUnless(sqlText`$4`, gallery, shownBy(sqlText`$5`, sqlText`$6`, sqlText`$7`));
  return sqlText`select part.version, part.rest, part.days ${from(outline)}`;
});

const positions = forBoth("position", ({ from, scope }) => {
  const position = galleryPosition(scope, shownBy(sqlText`$4`, sqlText`$5`, sqlText`$6`), sqlText`$3::uuid`);
  return sqlText`select part.* ${from(position)}`;
});

const recent = {
  name: "recent_media",
  text: sqlText`select page.rows, page.next from viewer_of($1) v
    cross join lateral (${recentPage(viewerId, sqlText`$3`, sqlText`id < $2::uuid`)}) page`,
};

/** Items on the first page of a gallery. */
const pageSize = 50;
const firstOfTrip = {
  name: "first_media_of_trip",
  text: sqlText`select page.rows::json, page.next from (${galleryPage({
    scope: sqlText`trip_id = $1`,
    viewerId: sqlText`$2::uuid`,
    isMember: sqlText`$3::boolean`,
    tripId: sqlText`$1`,
    limit: sqlText`${pageSize}`,
  })}) page`,
};
/** The public squads with the newest photos. Visitors see no others. */
const publicSquads = sqlText`select id from squads where is_public and last_photo_on is not null order by last_photo_on desc, id desc limit 1000`;
const latestOfSquad = sqlText`select id from media where squad_id = s.id and purpose = 'gallery' and state <> 'failed' and id < $1 order by id desc`;

/** Contains no names, captions or file names, because visitors read it. */
const publicRecent = {
  name: "public_recent_media",
  text: sqlText`select coalesce(json_agg(json_build_object('id', m.id, 'filePath', '/objects/' || m.id, 'fileName', 'photo',
      'fileType', m.file_type, 'fileSize', m.file_size, 'caption', null, 'likes', m.likes, 'liked', false, 'comments', null, 'width', m.width, 'height', m.height,
      'placeholder', m.placeholder, 'state', m.state, 'playback', m.playback, 'durationMs', m.duration_ms, 'live', null, 'takenAt', ${timestamp(sqlText`m.taken_at`)}, 'localTime', null, 'createdAt', ${timestamp(sqlText`m.created_at`)},
      'squadId', null, 'uploader', null, 'trip', null) order by m.id desc), '[]')::text,
    (array_agg(m.id order by m.id desc))[$2]::text
    from media m where m.id in (${atMost(
      sqlText`select latest.id from (${publicSquads}) s cross join lateral (${atMost(latestOfSquad, sqlText`$2`)}) latest order by latest.id desc`,
      sqlText`$2`,
    )})`,
};

/** The values of a filter for its three parameters. */
const valuesOf = ({ person, kind, since }: GalleryFilter) => [
  person ?? null,
  kind ? { photo: "image/", video: "video/" }[kind] : null,
  since ?? null,
];

/** The pages whose index finds the most of a filter. */
const pagesFor = ({ person, kind }: GalleryFilter) =>
  pages[person !== undefined && person !== "others" ? "person" : kind === "video" ? "video" : "any"];

/** The first page of a trip's gallery. */
export const firstMediaOf =
  ({ row }: Database) =>
  async ({ tripId, userId, isMember }: TripAccess) => {
    const [items, next] = (await row<[MediaItem[], string | null]>(firstOfTrip, [tripId, userId, isMember]))!;
    return { items, next };
  };

/** Each function runs one statement, from the session to the JSON text. Null when the album is hidden or the session has ended. */
export const galleryStore = ({ row, one }: Database) => ({
  page: (kind: AlbumKind, session: Buffer, id: string, after: GalleryCursor, limit: number, shown: GalleryFilter) =>
    row<Page>(pagesFor(shown)[kind], [session, id, after.takenAt, after.id, limit, ...valuesOf(shown)]),
  outline: (kind: AlbumKind, session: Buffer, id: string, shown: GalleryFilter, zone: string, known: string | null) =>
    row<OutlineParts>(outlines[kind], [session, id, zone, known, ...valuesOf(shown)]),
  position: (kind: AlbumKind, session: Buffer, id: string, shown: GalleryFilter, photo: string) =>
    one<string>(positions[kind], [session, id, photo, ...valuesOf(shown)]),
  recent: (session: Buffer, afterId: string, limit: number) => row<Page>(recent, [session, afterId, limit]),
  publicRecent: (afterId: string, limit: number) => row<Page>(publicRecent, [afterId, limit]),
});

/** A page begins after this item. */
export interface GalleryCursor {
  /** ISO 8601, or 'infinity' for the first page. */
  readonly takenAt: string;
  readonly id: string;
}

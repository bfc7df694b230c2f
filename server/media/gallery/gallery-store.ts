// Decision 052: why public photos have a list of their own.
import type { GalleryFilter } from "#contract/gallery.ts";
import type { MediaItem } from "#contract/media-item.ts";
import type { Statement } from "../../platform/db/connect.ts";
import type { Database } from "../../schema/database.ts";
import type { DayRun } from "../clocks/settle-days.ts";
import type { Kind } from "./gallery-days-sql.ts";
import { type Shown, galleryPosition, isShown, outlineUnless } from "./gallery-outline-sql.ts";
import { atMost, galleryPage, isOlder, recentPage } from "./page-sql.ts";
import { type SqlText, sqlText, timestamp } from "../../platform/db/sql-text.ts";

/** The JSON text of a page, and the cursor of the next one. */
export type Page = readonly [string, string | null];

/** An outline's version, its JSON text without the days, and the days. The last two are null when the client has this version. */
export type OutlineParts = readonly [version: string, rest: string | null, days: readonly DayRun[] | null];

const viewerId = sqlText`v.user_id`;
const before = isOlder(sqlText`media`, sqlText`after`);

/**
 * The place in the order where a page begins. The photo of a cursor may be gone; then the page begins with the first one of its moment. Only
 * photos of the same gallery are looked up, because the answer tells how their names are ordered.
 */
const placeAfter = (scope: SqlText) => sqlText`(
  select $3::timestamptz as taken_at, $4::uuid as id,
    coalesce((select x.name_order from media x where x.id = $4 and x.purpose = 'gallery' and x.${scope}), chr(1114111)) as name_order offset 0) after`;

const page = { viewerId, limit: sqlText`$5`, before };

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

const pageIn =
  (limits: SqlText) =>
  ({ from, scope, tripId }: (typeof albums)[AlbumKind]) =>
    sqlText`select part.rows, part.next ${from(sqlText`select page.* from ${placeAfter(scope)}
      cross join lateral (${galleryPage({ ...page, before: limits, scope, ...(tripId && { tripId }) })}) page`)}`;

/** A filter's statements have names that end with this. */
const nameOf = ({ kind, by }: Shown) =>
  `${kind === "all" ? "" : `_${kind}s`}${!by ? "" : "person" in by ? "_of_person" : "_of_others"}`;

const pagesOf = (shown: Shown) =>
  forBoth(`media${nameOf(shown)}`, pageIn(sqlText`${before} and ${isShown(sqlText`media`, shown)}`));

const outlinesOf = (shown: Shown) =>
  forBoth(`outline${nameOf(shown)}`, ({ from, scope, id }) => {
    const outline = outlineUnless(sqlText`$4`, { placeId: id, scope, zone: sqlText`$3::text` }, shown);
    return sqlText`select part.version, part.rest, part.days ${from(outline)}`;
  });

const positionsOf = (shown: Shown) =>
  forBoth(`position${nameOf(shown)}`, ({ from, scope, id }) => {
    const position = galleryPosition({ placeId: id, scope }, shown, sqlText`$3::uuid`);
    return sqlText`select part.* ${from(position)}`;
  });

/** The statements for each kind. `by` gets the parameter that names a person. */
const statementsBy = (by: (person: SqlText) => Shown["by"]) => {
  const ofKind = (kind: Kind) => ({
    pages: pagesOf({ kind, by: by(sqlText`$6::uuid`) }),
    outlines: outlinesOf({ kind, by: by(sqlText`$5::uuid`) }),
    positions: positionsOf({ kind, by: by(sqlText`$4::uuid`) }),
  });
  return { all: ofKind("all"), photo: ofKind("photo"), video: ofKind("video") };
};

/** Each filter has statements of its own, because each has another plan. */
const statements = {
  anybody: statementsBy(() => null),
  others: statementsBy(() => ({ not: viewerId })),
  person: statementsBy((person) => ({ person })),
};

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
    tripId: sqlText`$1`,
    limit: sqlText`${pageSize}`,
  })}) page`,
};
/** Contains no names, captions or file names, because visitors read it. */
const publicRecent = {
  name: "public_recent_media",
  text: sqlText`select coalesce(json_agg(json_build_object('id', m.id, 'filePath', '/objects/' || m.id, 'fileName', 'photo',
      'fileType', m.file_type, 'fileSize', m.file_size, 'caption', null, 'likes', m.likes, 'liked', false, 'width', m.width, 'height', m.height,
      'placeholder', m.placeholder, 'state', m.state, 'playback', m.playback, 'durationMs', m.duration_ms, 'live', null, 'takenAt', ${timestamp(sqlText`m.taken_at`)}, 'localTime', null, 'createdAt', ${timestamp(sqlText`m.created_at`)},
      'squadId', null, 'uploader', null, 'trip', null) order by m.id desc), '[]')::text,
    (array_agg(m.id order by m.id desc))[$2]::text
    from (
      ${atMost(
        sqlText`select m.* from public_media p join media m on m.id = p.media_id join squads s on s.id = p.squad_id
      where p.media_id < $1 and s.is_public and m.purpose = 'gallery' and m.state <> 'failed' order by p.media_id desc`,
        sqlText`$2`,
      )}
    ) m`,
};

/** The statements for a filter, and its values for them. */
function choose({ person, kind }: GalleryFilter) {
  const which = kind ?? "all";
  if (person === undefined) return { ...statements.anybody[which], values: [] };
  if (person === "others") return { ...statements.others[which], values: [] };
  return { ...statements.person[which], values: [person] };
}

/** The first page of a trip's gallery, for a viewer who may see it. */
export const firstMediaOf =
  ({ row }: Database) =>
  async (tripId: string, viewerId: string) => {
    const [items, next] = (await row<[MediaItem[], string | null]>(firstOfTrip, [tripId, viewerId]))!;
    return { items, next };
  };

/** Each function runs one statement, from the session to the JSON text. Null when the album is hidden or the session has ended. */
export const galleryStore = ({ row, one }: Database) => ({
  page(kind: AlbumKind, session: Buffer, id: string, after: GalleryCursor, limit: number, shown: GalleryFilter) {
    const { pages, values } = choose(shown);
    return row<Page>(pages[kind], [session, id, after.takenAt, after.id, limit, ...values]);
  },
  outline(kind: AlbumKind, session: Buffer, id: string, shown: GalleryFilter, zone: string, known: string | null) {
    const { outlines, values } = choose(shown);
    return row<OutlineParts>(outlines[kind], [session, id, zone, known, ...values]);
  },
  position(kind: AlbumKind, session: Buffer, id: string, shown: GalleryFilter, photo: string) {
    const { positions, values } = choose(shown);
    return one<string>(positions[kind], [session, id, photo, ...values]);
  },
  recent: (session: Buffer, afterId: string, limit: number) => row<Page>(recent, [session, afterId, limit]),
  publicRecent: (afterId: string, limit: number) => row<Page>(publicRecent, [afterId, limit]),
});

/** A page begins after this item. */
export interface GalleryCursor {
  /** ISO 8601, or 'infinity' for the first page. */
  readonly takenAt: string;
  readonly id: string;
}

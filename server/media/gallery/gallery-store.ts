// Decision 052: why public photos have a list of their own.
import type { GalleryFilter } from "#contract/gallery.ts";
import type { Database, Statement } from "../../platform/db/connect.ts";
import { timestamp } from "../../platform/db/json.ts";
import { tieJoins, tieRights } from "../../access/trip-ties-store.ts";
import type { DayRun } from "../clocks/settle-days.ts";
import { filtered, galleryPosition, outlineUnless } from "./gallery-outline-sql.ts";
import { galleryPage, recentPage } from "./page-sql.ts";

/** The JSON text of a page, and the cursor of the next one. */
export type Page = readonly [string, string | null];

/** An outline's version, its JSON text without the days, and the days. The last two are null when the client has this version. */
export type OutlineParts = readonly [version: string, rest: string | null, days: readonly DayRun[] | null];

const viewer = "(select user_id from sessions where token_hash = $1 and expires_at > now()) v";
const before = "(taken_at, id) < ($3::timestamptz, $4::uuid)";
const page = { viewerId: "v.user_id", limit: "$5", before };

/** The parts of a gallery's statement that differ by kind of album. `from` adds the viewer and the access check around `part`. */
const albums = {
  trip: {
    from: (part: string) => `from ${viewer} cross join trips t ${tieJoins} cross join lateral (${part}) part
      where t.id = $2 and ${tieRights.maySee}`,
    id: "t.id",
    scope: "trip_id = t.id",
    tripId: "t.id",
  },
  squad: {
    from: (part: string) => `from ${viewer} cross join squads s
      left join squad_members sm on sm.squad_id = s.id and sm.user_id = v.user_id cross join lateral (${part}) part
      where s.id = $2 and (s.is_public or sm.user_id is not null)`,
    id: "s.id",
    scope: "squad_id = s.id",
    tripId: undefined,
  },
} as const;
export type AlbumKind = keyof typeof albums;

/** Makes a statement for trips and one for squads. */
const forBoth = (name: string, text: (album: (typeof albums)[AlbumKind]) => string) => {
  const statementFor = (kind: AlbumKind): Statement => ({ name: `${kind}_${name}`, text: text(albums[kind]) });
  return { trip: statementFor("trip"), squad: statementFor("squad") };
};

const pageIn =
  (limits: string) =>
  ({ from, scope, tripId }: (typeof albums)[AlbumKind]) =>
    `select part.rows, part.next ${from(galleryPage({ ...page, before: limits, scope, ...(tripId && { tripId }) }))}`;
const pages = forBoth("media", pageIn(before));
/** Separate statements, so that the filter does not change the query plan of unfiltered pages. */
const filteredPages = forBoth("media_filtered", pageIn(`${before} and ${filtered("media", "v.user_id", "$6", "$7")}`));

const whole = { viewerId: "v.user_id", person: "$3", kind: "$4" };
const outlines = forBoth(
  "outline",
  ({ from, scope, id }) =>
    `select part.version, part.rest, part.days ${from(outlineUnless("$6", id, { ...whole, scope, zone: "$5::text" }))}`,
);
const positions = forBoth(
  "position",
  ({ from, scope }) => `select part.* ${from(galleryPosition({ ...whole, scope, photo: "$5::uuid" }))}`,
);

const recent = {
  name: "recent_media",
  text: `select page.rows, page.next from ${viewer} cross join lateral (${recentPage("v.user_id", "$3", "id < $2::uuid")}) page`,
};

/** Contains no names, captions or file names, because visitors read it. */
const publicRecent = {
  name: "public_recent_media",
  text: `select coalesce(json_agg(json_build_object('id', m.id, 'filePath', '/objects/' || m.id, 'fileName', 'photo',
      'fileType', m.file_type, 'fileSize', m.file_size, 'caption', null, 'likes', m.likes, 'liked', false, 'width', m.width, 'height', m.height,
      'placeholder', m.placeholder, 'state', m.state, 'playback', m.playback, 'durationMs', m.duration_ms, 'live', null, 'takenAt', ${timestamp("m.taken_at")}, 'localTime', null, 'createdAt', ${timestamp("m.created_at")},
      'squadId', null, 'uploader', null, 'trip', null) order by m.id desc), '[]')::text,
    (array_agg(m.id order by m.id desc))[$2]::text
    from (
      select m.* from public_media p join media m on m.id = p.media_id join squads s on s.id = p.squad_id
      where p.media_id < $1 and s.is_public and m.state <> 'failed' order by p.media_id desc limit $2
    ) m`,
};

const kinds = { photo: "image/%", video: "video/%" } as const;
const valuesOf = ({ person = null, kind }: Nullable<GalleryFilter>) => [person, kind ? kinds[kind] : null];
type Nullable<T> = { readonly [K in keyof T]?: T[K] | null };

/** Each function runs one statement, from the session to the JSON text. Null when the album is hidden or the session has ended. */
export const galleryStore = ({ row, one }: Database) => ({
  page(kind: AlbumKind, session: Buffer, id: string, after: GalleryCursor, limit: number, filter: GalleryFilter) {
    const values = [session, id, after.takenAt, after.id, limit];
    const isWhole = filter.person === undefined && filter.kind === undefined;
    return isWhole ? row<Page>(pages[kind], values) : row<Page>(filteredPages[kind], [...values, ...valuesOf(filter)]);
  },
  outline: (kind: AlbumKind, session: Buffer, id: string, filter: GalleryFilter, zone: string, known: string | null) =>
    row<OutlineParts>(outlines[kind], [session, id, ...valuesOf(filter), zone, known]),
  position: (kind: AlbumKind, session: Buffer, id: string, filter: GalleryFilter, photo: string) =>
    one<string>(positions[kind], [session, id, ...valuesOf(filter), photo]),
  recent: (session: Buffer, afterId: string, limit: number) => row<Page>(recent, [session, afterId, limit]),
  publicRecent: (afterId: string, limit: number) => row<Page>(publicRecent, [afterId, limit]),
});

/** A page begins after this item. */
export interface GalleryCursor {
  /** ISO 8601, or 'infinity' for the first page. */
  readonly takenAt: string;
  readonly id: string;
}

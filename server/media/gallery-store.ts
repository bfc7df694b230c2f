import type { Database } from "../db/connect.ts";
import { timestamp } from "../db/json.ts";
import { tieJoins, tieRights } from "../trips/ties-store.ts";
import { galleryPage, recentPage } from "./page-sql.ts";

/** JSON text of a page, and the cursor of the next one. */
export type Page = readonly [string, string | null];

const viewer = "(select user_id from sessions where token_hash = $1 and expires_at > now()) v";
const before = "(taken_at, id) < ($3::timestamptz, $4::uuid)";
const page = { viewerId: "v.user_id", limit: "$5", before };

const ofTrip = {
  name: "trip_media",
  text: `select page.rows, page.next from ${viewer} cross join trips t ${tieJoins}
    cross join lateral (${galleryPage({ ...page, scope: "trip_id = t.id", tripId: "t.id" })}) page
    where t.id = $2 and ${tieRights.maySee}`,
};

const ofSquad = {
  name: "squad_media",
  text: `select page.rows, page.next from ${viewer} cross join squads s
    left join squad_members sm on sm.squad_id = s.id and sm.user_id = v.user_id
    cross join lateral (${galleryPage({ ...page, scope: "squad_id = s.id" })}) page
    where s.id = $2 and (s.is_public or sm.user_id is not null)`,
};

const recent = {
  name: "recent_media",
  text: `select page.rows, page.next from ${viewer} cross join lateral (${recentPage("v.user_id", "$3", "id < $2::uuid")}) page`,
};

/** Without anything that people wrote: a visitor sees pictures, no names. */
const publicRecent = {
  name: "public_recent_media",
  text: `select coalesce(json_agg(json_build_object('id', m.id, 'filePath', '/objects/' || m.id, 'fileName', 'photo',
      'fileType', m.file_type, 'fileSize', m.file_size, 'caption', null, 'likes', m.likes, 'liked', false, 'width', m.width, 'height', m.height,
      'placeholder', m.placeholder, 'state', m.state, 'playback', m.playback, 'durationMs', m.duration_ms, 'takenAt', ${timestamp("m.taken_at")}, 'createdAt', ${timestamp("m.created_at")},
      'uploader', null, 'trip', null) order by m.id desc), '[]')::text,
    (array_agg(m.id order by m.id desc))[$2]::text
    from (
      select m.* from public_media p join media m on m.id = p.media_id join squads s on s.id = p.squad_id
      where p.media_id < $1 and s.is_public and m.state <> 'failed' order by p.media_id desc limit $2
    ) m`,
};

/** Each answers one screen in one statement, from the session to the JSON text; null when it is hidden or the session is over. */
export const galleryStore = ({ row }: Database) => ({
  ofTrip: (session: Buffer, tripId: string, after: GalleryCursor, limit: number) =>
    row<Page>(ofTrip, [session, tripId, after.takenAt, after.id, limit]),
  ofSquad: (session: Buffer, squadId: string, after: GalleryCursor, limit: number) =>
    row<Page>(ofSquad, [session, squadId, after.takenAt, after.id, limit]),
  recent: (session: Buffer, afterId: string, limit: number) => row<Page>(recent, [session, afterId, limit]),
  publicRecent: (afterId: string, limit: number) => row<Page>(publicRecent, [afterId, limit]),
});

/** The item after which a page begins. */
export interface GalleryCursor {
  /** ISO 8601, or 'infinity' for the first page. */
  readonly takenAt: string;
  readonly id: string;
}

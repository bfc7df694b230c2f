// Decision 031: why access checks are batched.
import { isUnreachable } from "../../platform/db/connect.ts";
import type { Database } from "../../schema/database.ts";
import { batchCalls } from "../../platform/db/batch-calls.ts";
import { isOlder, newestFirst } from "../gallery/page-sql.ts";
import type { StoredImage } from "./objects.ts";
import type { RecentImages } from "./recent-images.ts";
import { type SqlText, sqlText } from "../../platform/db/sql-text.ts";

/** The maximum of images in one statement. A screen of a gallery requests about as many. */
const maxBatch = 64;

const imageColumns = sqlText`m.id,
  case when m.still_id is not null then 'live' when m.purpose in ('trash', 'held') then 'gallery' else m.purpose end,
  m.file_name, m.file_type, m.file_size, encode(m.sha256, 'hex'), m.width, m.height, coalesce(m.rendition_type, 'image/jpeg'), m.state,
  m.is_animated, m.purpose = 'gallery', m.squad_id, m.trip_id`;

/** The photos that a gallery shows after photo `f`. */
const following = (isInGallery: SqlText) => sqlText`(select * from media m
  where ${isInGallery} and m.purpose = 'gallery' and ${isOlder(sqlText`m`, sqlText`f`)}
  order by ${newestFirst(sqlText`m`)} limit ${maxBatch})`;

/**
 * The images that the viewers may see, of those that they ask for. Behind them come, without number and rights, the photos that follow the
 * first one in its gallery: the browser that shows it asks for them next.
 */
const visibleImages = {
  name: "objects_seen",
  text: sqlText`with seen as materialized (
      select asked.n, x.* from unnest($1::bytea[], $2::uuid[], $3::text[]) with ordinality as asked(session, id, invite, n)
      cross join lateral (
        select v.user_id, r.may_have_original, r.is_open_to_all, ${imageColumns}
        from media m left join viewer_of(asked.session) v on true cross join media_rights(v.user_id, m.id, asked.invite) r
        where m.id = asked.id and r.may_see offset 0) x
    )
    select * from seen
    union all
    select null, null, null, null, ${imageColumns} from seen join media f on f.id = seen.id and f.purpose = 'gallery'
      cross join lateral (
        ${following(sqlText`m.trip_id = f.trip_id`)}
        union all
        ${following(sqlText`f.trip_id is null and m.squad_id = f.squad_id`)}
      ) m
      where seen.n = 1`,
};

/**
 * An image that a person may see, and that a page of a trip shows: a photo of its gallery, its cover or its squad's, or somebody's present
 * face. Photos that are held or in the trash are none of these.
 */
const imageOfTrip = {
  name: "object_of_trip",
  text: sqlText`select ${imageColumns} from media m cross join media_rights($1, m.id, null) r
    where m.id = $2 and r.may_see and case m.purpose
      when 'gallery' then m.trip_id = $3::uuid
      when 'trip' then m.trip_id = $3::uuid
      when 'squad' then m.squad_id = (select t.squad_id from trips t where t.id = $3::uuid)
      when 'profile' then exists (select from people u where u.id = m.uploader_id and u.profile_image_url = '/objects/' || m.id)
      else false end`,
};

/** The columns of an image. */
type ImageRow = [
  id: string,
  StoredImage["purpose"],
  fileName: string,
  fileType: string,
  fileSize: number,
  sha256: string,
  width: number,
  height: number,
  StoredImage["renditionType"],
  StoredImage["state"],
  isAnimated: boolean,
  isInGallery: boolean,
  squadId: string | null,
  tripId: string | null,
];
type Row =
  | [n: number, userId: string | null, mayHaveOriginal: boolean, isOpenToAll: boolean, ...ImageRow]
  | [n: null, null, null, null, ...ImageRow];

/** A screen shows one trip, with the rights of a person. */
export interface ScreenRights {
  readonly userId: string;
  readonly tripId: string;
}

interface Asked {
  readonly session: Buffer | null;
  readonly id: string;
  readonly invite: string | null;
}

/**
 * Looks up images for viewers. Requests that arrive during a statement share the next one. Photos of galleries, and who may see them, are
 * kept in `recent`.
 */
export function objectStore({ rows }: Database, recent: RecentImages) {
  const ask = async (all: readonly Asked[]): Promise<(StoredImage | null)[]> => {
    // What the statement before this one found may answer these requests too.
    const answers = all.map(({ session, id }) => recent.find(session, id));
    const open = all.flatMap((asked, i) => (answers[i] ? [] : [{ ...asked, i }]));
    if (open.length === 0) return answers;
    const began = recent.begin();
    const values = [open.map(({ session }) => session), open.map(({ id }) => id), open.map(({ invite }) => invite)];
    for (const [n, userId, mayHaveOriginal, isOpenToAll, ...columns] of await rows<Row>(visibleImages, values)) {
      const [image, isInGallery, album] = imageOf(columns);
      if (isInGallery) began.keepPhoto(image, album);
      if (n === null) continue;
      const { i, session } = open[n - 1]!;
      answers[i] = { ...image, mayHaveOriginal, isOpenToAll };
      if (isInGallery) began.keepView(session, album, { userId, mayHaveOriginal, isOpenToAll });
    }
    return answers;
  };
  const look = batchCalls(maxBatch, ask, isUnreachable);
  return {
    /** The image with this viewer's rights; null when it is missing or hidden. Visitors have no session. */
    findImage: async (session: Buffer | null, id: string, invite: string | null): Promise<StoredImage | null> =>
      recent.find(session, id) ?? look({ session, id, invite }),
    /**
     * The image for a screen that shows this trip with the rights of a person. Null when it is missing, hidden from the
     * person, or not for a page of the trip.
     */
    async findForScreen({ userId, tripId }: ScreenRights, id: string): Promise<StoredImage | null> {
      const [columns] = await rows<ImageRow>(imageOfTrip, [userId, id, tripId]);
      return columns ? { ...imageOf(columns)[0], mayHaveOriginal: false, isOpenToAll: false } : null;
    },
  };
}

function imageOf([id, purpose, fileName, fileType, fileSize, sha256, width, height, ...more]: ImageRow) {
  const [renditionType, state, isAnimated, isInGallery, squadId, tripId] = more;
  const file = { fileName, fileType, fileSize, sha256, width, height, renditionType, state, isAnimated };
  return [{ id, purpose, ...file }, isInGallery, { squadId, tripId }] as const;
}

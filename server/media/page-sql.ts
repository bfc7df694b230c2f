import { mediaJson, timestamp } from "../db/json.ts";

/** How many items the first page of a gallery holds. */
export const pageSize = 50;

/** Where an item stands in a gallery: when it was taken, and its id. Opaque on the wire. */
export const cursorOf = (m: string) => `${timestamp(`${m}.taken_at`)} || '_' || ${m}.id`;

const liked = (viewerId: string, m: string) =>
  `exists (select from media_likes l where l.user_id = ${viewerId} and l.media_id = ${m}.id)`;

/** Items `m` (a subquery of media rows) as JSON, with their uploader and trip, in gallery order, and the cursor of the next page when there are `limit`. */
export const mediaPage = (rows: string, viewerId: string, limit: string) =>
  `select coalesce(json_agg(${mediaJson("m", "u", "mt", liked(viewerId, "m"))} order by m.taken_at desc, m.id desc), '[]') as rows,
      (array_agg(${cursorOf("m")} order by m.taken_at desc, m.id desc))[${limit}] as next
    from (${rows}) m left join users u on u.id = m.uploader_id left join trips mt on mt.id = m.trip_id`;

/** The first page of a trip's gallery; `tripId` and `viewerId` are expressions. */
export const firstMediaPage = (tripId: string, viewerId: string) =>
  mediaPage(
    `select * from media where trip_id = ${tripId} and purpose = 'gallery' order by taken_at desc, id desc limit ${pageSize}`,
    viewerId,
    String(pageSize),
  );

/** The latest `most` items of everything a viewer belongs to, as a JSON array. Each scope gives its latest few, so its size does not matter. */
export const recentMedia = (viewerId: string, most: number) =>
  `select coalesce(json_agg(${mediaJson("m", "u", "mt", liked(viewerId, "m"))} order by m.id desc), '[]')
    from (
      select m.* from (
        select squad_id as squad, null::uuid as trip from squad_members where user_id = ${viewerId}
        union all
        select null, x.trip_id from trip_members x join trips y on y.id = x.trip_id where x.user_id = ${viewerId} and y.squad_id is null
      ) scope cross join lateral (
        (select * from media where squad_id = scope.squad and purpose = 'gallery' order by id desc limit ${most})
        union all
        (select * from media where trip_id = scope.trip and scope.squad is null and purpose = 'gallery' order by id desc limit ${most})
      ) m order by m.id desc limit ${most}
    ) m left join users u on u.id = m.uploader_id left join trips mt on mt.id = m.trip_id`;

// Decision 047: why a page joins stored JSON, with a constant limit.

import { type SqlText, sqlText } from "../../platform/db/sql-text.ts";

const tripJson = (t: SqlText) => sqlText`'{"id":"' || ${t}.id || '","name":' || to_json(${t}.name) || '}'`;

/** Joins to row `m` of media what `mediaText` needs: its uploader `u`, and the JSON of its trip as `mt.text`. */
export const mediaJoins = sqlText`left join people u on u.id = m.uploader_id
  left join lateral (select ${tripJson(sqlText`x`)} as text from trips x where x.id = m.trip_id) mt on true`;

/** All items are of one trip: its JSON is made once. */
const joinsOfTrip = (tripId: SqlText) => sqlText`left join people u on u.id = m.uploader_id
  cross join (select ${tripJson(sqlText`x`)} as text from trips x where x.id = ${tripId} offset 0) mt`;

/**
 * Row `m` of media as the JSON text of the contract's item, as `viewerId` sees it; with `mediaJoins`. Only members get the count of comments. `offset 0` has each like looked up by
 * its key; PostgreSQL would otherwise read all likes of the viewer for each page.
 */
export const mediaText = (
  viewerId: SqlText,
  isMember = sqlText`true`,
) => sqlText`m.card || ',"live":' || coalesce(m.live, 'null') || ',"likes":' || m.likes
  || case when m.likes > 0 and exists (select from media_likes l where l.media_id = m.id and l.user_id = ${viewerId} offset 0)
     then ',"liked":true' else ',"liked":false' end
  || ',"comments":' || case when ${isMember} then m.comments::text else 'null' end
  || ',"squadId":' || coalesce('"' || m.squad_id || '"', 'null')
  || ',"uploader":' || coalesce(u.face, 'null') || ',"trip":' || coalesce(mt.text, 'null') || '}'`;

const columns = sqlText`id, taken_at, name_order, card, live, likes, comments, uploader_id, trip_id, squad_id`;

/**
 * Items as JSON text (`rows`), and the cursor of the next page when there are as many as asked for, else null (`next`).
 * An aggregate takes the rows of a sorted subquery as they come; asking it to sort would cost a sort each.
 */
const pageOf = (items: SqlText, joins: SqlText, text: SqlText, order: SqlText, limit: SqlText, cursor: SqlText) =>
  sqlText`select '[' || coalesce(string_agg(x.text, ','), '') || ']' as rows, case when count(*) = ${limit} then ${cursor} end as next
    from (select ${text} as text, m.taken_at, m.name_order, m.id from (${items}) m ${joins} order by ${order}) x`;

/** More than any call may ask for. Its plan is made before the number is known, and PostgreSQL would then expect a tenth of the table. */
const maxOnPage = 200;

/** The first `limit` of sorted rows, and at most `maxOnPage`. */
export const atMost = (rows: SqlText, limit: SqlText) =>
  sqlText`select * from (${rows} limit ${maxOnPage}) most limit ${limit}`;

/** Part of a gallery: which media belong to it, and which come on this page. */
interface Part {
  /** Conditions on media. */
  readonly scope: SqlText;
  readonly before?: SqlText;
  readonly limit: SqlText;
  readonly viewerId: SqlText;
  readonly isMember: SqlText;
  /** Set when all are of one trip. */
  readonly tripId?: SqlText;
}

/** The order of a gallery: photos of one moment follow the order of their names. */
export const newestFirst = (m: SqlText) => sqlText`${m}.taken_at desc, ${m}.name_order desc, ${m}.id desc`;

/** Whether photo `m` comes after photo `x` in a gallery. */
export const isOlder = (m: SqlText, x: SqlText) =>
  sqlText`(${m}.taken_at, ${m}.name_order, ${m}.id) < (${x}.taken_at, ${x}.name_order, ${x}.id)`;

/** A page of a gallery, latest taken first. */
export const galleryPage = ({ scope, before = sqlText`true`, limit, viewerId, isMember, tripId }: Part) =>
  pageOf(
    atMost(
      sqlText`select ${columns} from media where ${scope} and purpose = 'gallery' and ${before} order by ${newestFirst(sqlText`media`)}`,
      limit,
    ),
    tripId ? joinsOfTrip(tripId) : mediaJoins,
    mediaText(viewerId, isMember),
    newestFirst(sqlText`m`),
    limit,
    sqlText`(extract(epoch from min(x.taken_at)) * 1000)::bigint || '_' || (array_agg(x.id))[${limit}]`,
  );

/** The trips outside their own squads on whose crew a viewer is. */
const crewTripsOf = (viewerId: SqlText) => sqlText`select x.trip_id from trip_members x join trips y on y.id = x.trip_id
        where x.user_id = ${viewerId} and not exists (select from squad_members z where z.squad_id = y.squad_id and z.user_id = ${viewerId})`;

/**
 * A page of the latest uploads to everything a viewer belongs to. Each scope gives the ids of its latest few, so its size does not matter.
 * A statement that has the ids of the crew's trips outside the viewer's squads passes them as `crewTrips`.
 */
export const recentPage = (
  viewerId: SqlText,
  limit: SqlText,
  before = sqlText`true`,
  crewTrips = crewTripsOf(viewerId),
) => {
  const latest = (scope: SqlText) =>
    sqlText`(${atMost(sqlText`select id from media where ${scope} and purpose = 'gallery' and ${before} order by id desc`, limit)})`;
  return pageOf(
    sqlText`select ${columns} from media where id in (${atMost(
      sqlText`select m.id from (
        select squad_id as squad, null::uuid as trip from squad_members where user_id = ${viewerId}
        union all
        select null, outside.id from (${crewTrips}) outside (id)
      ) scope cross join lateral (${latest(sqlText`squad_id = scope.squad`)} union all ${latest(sqlText`trip_id = scope.trip`)}) m
      order by m.id desc`,
      limit,
    )})`,
    mediaJoins,
    mediaText(viewerId),
    sqlText`m.id desc`,
    limit,
    sqlText`(array_agg(x.id))[${limit}]::text`,
  );
};

// Decision 047: why a page joins stored JSON, with a constant limit.

/** How many items the first page of a gallery holds. */
export const pageSize = 50;

const tripJson = (t: string) => `'{"id":"' || ${t}.id || '","name":' || to_json(${t}.name) || '}'`;

/** Joins to row `m` of media what `mediaText` needs: its uploader `u`, and the JSON of its trip as `mt.text`. */
export const mediaJoins = `left join users u on u.id = m.uploader_id
  left join lateral (select ${tripJson("x")} as text from trips x where x.id = m.trip_id) mt on true`;

/** All items are of one trip: its JSON is made once. */
const joinsOfTrip = (tripId: string) => `left join users u on u.id = m.uploader_id
  cross join (select ${tripJson("x")} as text from trips x where x.id = ${tripId} offset 0) mt`;

/** Row `m` of media as the JSON text of the contract's item, as `viewerId` sees it; with `mediaJoins`. */
export const mediaText = (
  viewerId: string,
) => `m.card || ',"live":' || coalesce(m.live, 'null') || ',"likes":' || m.likes
  || case when m.likes > 0 and exists (select from media_likes l where l.media_id = m.id and l.user_id = ${viewerId})
     then ',"liked":true' else ',"liked":false' end
  || ',"squadId":' || coalesce('"' || m.squad_id || '"', 'null')
  || ',"uploader":' || coalesce(u.face, 'null') || ',"trip":' || coalesce(mt.text, 'null') || '}'`;

const columns = "id, taken_at, card, live, likes, uploader_id, trip_id, squad_id";

/**
 * Items as JSON text (`rows`), and the cursor of the next page when there are as many as asked for, else null (`next`).
 * An aggregate takes the rows of a sorted subquery as they come; asking it to sort would cost a sort each.
 */
const pageOf = (items: string, joins: string, viewerId: string, order: string, limit: string, cursor: string) =>
  `select '[' || coalesce(string_agg(x.text, ','), '') || ']' as rows, case when count(*) = ${limit} then ${cursor} end as next
    from (select ${mediaText(viewerId)} as text, m.taken_at, m.id from (${items}) m ${joins} order by ${order}) x`;

/** More than any call may ask for. Its plan is made before the number is known, and PostgreSQL would then expect a tenth of the table. */
const mostOnPage = 200;

const atMost = (rows: string, limit: string) => `select * from (${rows} limit ${mostOnPage}) most limit ${limit}`;

/** Part of a gallery: which media belong to it, and which come on this page. */
interface Part {
  /** Conditions on media. */
  readonly scope: string;
  readonly before?: string;
  readonly limit: string;
  readonly viewerId: string;
  /** Set when all are of one trip. */
  readonly tripId?: string;
}

/** A page of a gallery, latest taken first. */
export const galleryPage = ({ scope, before = "true", limit, viewerId, tripId }: Part) =>
  pageOf(
    atMost(
      `select ${columns} from media where ${scope} and purpose = 'gallery' and ${before} order by taken_at desc, id desc`,
      limit,
    ),
    tripId ? joinsOfTrip(tripId) : mediaJoins,
    viewerId,
    "m.taken_at desc, m.id desc",
    limit,
    `(extract(epoch from min(x.taken_at)) * 1000)::bigint || '_' || (array_agg(x.id))[${limit}]`,
  );

/** A page of the latest uploads to everything a viewer belongs to. Each scope gives its latest few, so its size does not matter. */
export const recentPage = (viewerId: string, limit: string, before = "true") => {
  const latest = (scope: string) =>
    `(${atMost(`select ${columns} from media where ${scope} and purpose = 'gallery' and ${before} order by id desc`, limit)})`;
  return pageOf(
    `select m.* from (
        select squad_id as squad, null::uuid as trip from squad_members where user_id = ${viewerId}
        union all
        select null, x.trip_id from trip_members x join trips y on y.id = x.trip_id
        where x.user_id = ${viewerId} and not exists (select from squad_members z where z.squad_id = y.squad_id and z.user_id = ${viewerId})
      ) scope cross join lateral (${latest("squad_id = scope.squad")} union all ${latest("trip_id = scope.trip")}) m
      order by m.id desc limit ${limit}`,
    mediaJoins,
    viewerId,
    "m.id desc",
    limit,
    `(array_agg(x.id))[${limit}]::text`,
  );
};

/** The first page of a trip's gallery, `rows` as JSON; `tripId` and `viewerId` are expressions. */
export const firstMediaPage = (tripId: string, viewerId: string) => {
  const part = { scope: `trip_id = ${tripId}`, viewerId, tripId, limit: String(pageSize) };
  return `select page.rows::json as rows, page.next from (${galleryPage(part)}) page`;
};

/** The latest `most` items of everything a viewer belongs to, as a JSON array. */
export const recentMedia = (viewerId: string, most: number) =>
  `select page.rows::json from (${recentPage(viewerId, String(most))}) page`;

import { type SqlText, sqlText, timestamp } from "../platform/db/sql-text.ts";
import type { Database } from "../schema/database.ts";
import type { OwnFile, OwnRecords } from "../schema/own-records.ts";

/**
 * `value` if the person still belongs to the squad or trip of `row`: others write it, and a former member must not learn what they wrote
 * since. PostgreSQL reads the person's places once, not for each row.
 */
const belongs = (value: SqlText, row = sqlText`m`) =>
  sqlText`case when ${row}.trip_id in (select trip_id from trips_of(u.id))
    or (${row}.trip_id is null and ${row}.squad_id in (select squad_id from squad_members where user_id = u.id)) then ${value} end`;

/**
 * A list without a bound: a statement for the ids of its rows, in order, as 16 bytes each, and one for the rows of some ids. The first one
 * alone sorts all rows.
 */
const longList = (
  name: string,
  { from, own, id, order, row }: { readonly [K in "from" | "own" | "id" | "order" | "row"]: SqlText },
) => ({
  ids: {
    name: `own_${name}_ids`,
    text: sqlText`select string_agg(uuid_send(${id}), '' order by ${order}) from people u cross join ${from} where u.id = $1 and ${own}`,
  },
  rows: {
    name: `own_${name}`,
    text: sqlText`select coalesce(json_agg(${row} order by part.n), '[]')
      from people u cross join unnest($2::uuid[]) with ordinality part (id, n) cross join ${from}
      where u.id = $1 and ${own} and ${id} = part.id`,
  },
});

const likes = longList("likes", {
  from: sqlText`media_likes l join media m on m.id = l.media_id left join trips t on t.id = m.trip_id left join squads s on s.id = m.squad_id`,
  own: sqlText`l.user_id = u.id`,
  id: sqlText`m.id`,
  order: sqlText`m.id`,
  row: sqlText`json_build_object('mediaId', m.id, 'trip', ${belongs(sqlText`t.name`)}, 'squad', ${belongs(sqlText`s.name`)})`,
});

const comments = longList("comments", {
  from: sqlText`comments c join media m on m.id = c.media_id left join trips t on t.id = m.trip_id left join squads s on s.id = m.squad_id`,
  own: sqlText`c.author_id = u.id`,
  id: sqlText`c.id`,
  order: sqlText`c.id`,
  row: sqlText`json_build_object('id', c.id, 'mediaId', m.id, 'text', c.text, 'trip', ${belongs(sqlText`t.name`)}, 'squad', ${belongs(sqlText`s.name`)},
    'at', ${timestamp(sqlText`c.created_at`)}, 'editedAt', ${timestamp(sqlText`c.edited_at`)})`,
});

const reactions = longList("reactions", {
  from: sqlText`reactions r join media m on m.id = r.media_id left join trips t on t.id = m.trip_id left join squads s on s.id = m.squad_id`,
  own: sqlText`r.user_id = u.id`,
  id: sqlText`m.id`,
  order: sqlText`m.id`,
  row: sqlText`json_build_object('mediaId', m.id, 'emoji', r.emoji, 'trip', ${belongs(sqlText`t.name`)}, 'squad', ${belongs(sqlText`s.name`)}, 'at', ${timestamp(sqlText`r.given_at`)})`,
});

const alsoAdded = longList("also_added", {
  from: sqlText`also_added a join media m on m.id = a.media_id left join trips t on t.id = m.trip_id left join squads s on s.id = m.squad_id`,
  own: sqlText`a.user_id = u.id`,
  id: sqlText`m.id`,
  order: sqlText`m.id`,
  row: sqlText`json_build_object('mediaId', m.id, 'caption', a.caption, 'trip', ${belongs(sqlText`t.name`)}, 'squad', ${belongs(sqlText`s.name`)}, 'at', ${timestamp(sqlText`a.added_at`)})`,
});

const looks = longList("looks", {
  from: sqlText`looks l left join trips t on t.id = l.trip_id left join squads s on s.id = l.squad_id`,
  own: sqlText`l.user_id = u.id`,
  id: sqlText`l.place_id`,
  order: sqlText`l.seen_at, l.place_id`,
  row: sqlText`json_build_object('trip', ${belongs(sqlText`t.name`, sqlText`l`)}, 'squad', ${belongs(sqlText`s.name`, sqlText`l`)}, 'seenAt', ${timestamp(sqlText`l.seen_at`)})`,
});

const imports = longList("imports", {
  from: sqlText`library_imports i left join trips t on t.id = i.trip_id left join squads s on s.id = i.squad_id`,
  own: sqlText`i.user_id = u.id`,
  id: sqlText`i.id`,
  order: sqlText`i.updated_at, i.id`,
  row: sqlText`json_build_object('fileName', i.file_name, 'state', i.state, 'mediaId', i.media_id,
    'trip', ${belongs(sqlText`t.name`, sqlText`i`)}, 'squad', ${belongs(sqlText`s.name`, sqlText`i`)}, 'at', ${timestamp(sqlText`i.updated_at`)})`,
});

const takedownRequests = longList("takedown_requests", {
  from: sqlText`takedown_requests q join media m on m.id = q.media_id left join trips t on t.id = m.trip_id left join squads s on s.id = m.squad_id`,
  own: sqlText`q.user_id = u.id`,
  id: sqlText`q.id`,
  order: sqlText`q.id`,
  row: sqlText`json_build_object('mediaId', m.id, 'reason', q.reason, 'outcome', ${belongs(sqlText`q.outcome`)},
    'trip', ${belongs(sqlText`t.name`)}, 'squad', ${belongs(sqlText`s.name`)}, 'askedAt', ${timestamp(sqlText`q.asked_at`)})`,
});

const media = longList("media", {
  from: sqlText`media m left join media p on p.id = m.still_id left join trips t on t.id = m.trip_id left join squads s on s.id = m.squad_id`,
  own: sqlText`m.uploader_id = u.id and not m.is_demo`,
  id: sqlText`m.id`,
  order: sqlText`coalesce(p.taken_at, m.taken_at), coalesce(p.id, m.id), p.id is not null`,
  row: sqlText`json_build_object('id', m.id, 'fileName', m.file_name, 'fileType', m.file_type, 'size', m.file_size, 'crc32', m.crc32,
    'sha256', encode(m.sha256, 'hex'), 'purpose', m.purpose, 'deletedAt', ${timestamp(sqlText`m.trashed_at`)}, 'heldAt', ${timestamp(sqlText`m.held_at`)}, 'filmOf', m.still_id, 'caption', m.caption, 'likes', ${belongs(sqlText`m.likes`)},
    'comments', ${belongs(sqlText`m.comments`)}, 'commentsOff', m.comments_off, 'width', m.width, 'height', m.height,
    'trip', ${belongs(sqlText`t.name`)}, 'squad', ${belongs(sqlText`s.name`)},
    'takenAt', ${timestamp(sqlText`m.taken_at`)}, 'orderedAt', ${timestamp(sqlText`coalesce(p.taken_at, m.taken_at)`)},
    'utcOffset', m.utc_offset, 'isLocalClock', m.is_local_clock, 'tripId', m.trip_id, 'squadId', m.squad_id, 'uploadedAt', ${timestamp(sqlText`m.created_at`)})`,
});

const albums = {
  name: "own_albums_without_clocks",
  text: sqlText`select coalesce(array_agg(distinct coalesce(m.trip_id, m.squad_id)), '{}') from media m
    where m.uploader_id = $1 and not m.is_demo and m.utc_offset is null and not m.is_local_clock and coalesce(m.trip_id, m.squad_id) is not null`,
};

/** How many rows one statement returns at most. Node parses this many in a few milliseconds. */
const rowsAtOnce = 1000;
const idBytes = 16;

/** Reads the photos, likes, comments, reactions and imports of a person in parts, so that other requests run in between and no list is in memory. */
export function mediaRecordsOf({ one }: Pick<Database, "one">) {
  async function* listOf<T>({ ids, rows }: ReturnType<typeof longList>, userId: string): AsyncGenerator<T[]> {
    const all = (await one<Buffer>(ids, [userId])) ?? Buffer.alloc(0);
    for (let at = 0; at < all.length; at += rowsAtOnce * idBytes) {
      const some = all.subarray(at, at + rowsAtOnce * idBytes).toString("hex");
      yield (await one<T[]>(rows, [userId, some.match(/.{32}/g)]))!;
    }
  }
  return async (userId: string): Promise<OwnRecords> => ({
    likes: listOf<object>(likes, userId),
    comments: listOf<object>(comments, userId),
    reactions: listOf<object>(reactions, userId),
    alsoAdded: listOf<object>(alsoAdded, userId),
    looks: listOf<object>(looks, userId),
    imports: listOf<object>(imports, userId),
    takedownRequests: listOf<object>(takedownRequests, userId),
    media: listOf<OwnFile>(media, userId),
  });
}

/** The trips and squads with photos of the person that name no offset. */
export const albumsWithoutClocks = async ({ one }: Pick<Database, "one">, userId: string): Promise<readonly string[]> =>
  (await one<string[]>(albums, [userId]))!;

import type { Database } from "../../schema/database.ts";
import type { ExportStore, ShortRecords } from "./own-records.ts";
import { type SqlText, list, sqlText, timestamp } from "../../platform/db/sql-text.ts";

const fullName = (u: SqlText) => sqlText`${u}.first_name || ' ' || ${u}.last_name`;

/**
 * `value` if the person still belongs to the squad or trip of `row`: others write it, and a former member must not learn what they wrote
 * since. PostgreSQL reads the person's places once, not for each row.
 */
const belongs = (value: SqlText, row = sqlText`m`) =>
  sqlText`case when ${row}.trip_id in (select trip_id from trips_of(u.id))
    or (${row}.trip_id is null and ${row}.squad_id in (select squad_id from squad_members where user_id = u.id)) then ${value} end`;

/** `value` if the person still belongs to trip `t`. */
const onTrip = (value: SqlText) => sqlText`case when t.id in (select trip_id from trips_of(u.id)) then ${value} end`;

/** The trip `t`, the award `c` and the nominee `n` of receipt `r`. */
const ofReceipt = sqlText`join trips t on t.id = r.trip_id join categories c on c.id = r.category_id join users n on n.id = r.nominee_id`;

const records = {
  name: "own_records",
  text: sqlText`select json_build_object(
    'profile', json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email, 'emailConfirmedAt', ${timestamp(sqlText`u.email_confirmed_at`)}, 'bio', u.bio,
      'profileImageUrl', u.profile_image_url, 'uploadedBytes', coalesce((select bytes from user_space where user_id = u.id), 0), 'createdAt', ${timestamp(sqlText`u.created_at`)}),
    'passkeys', ${list(
      sqlText`json_build_object('name', p.name, 'createdAt', ${timestamp(sqlText`p.created_at`)}, 'lastUsedAt', ${timestamp(sqlText`p.last_used_at`)}) order by p.id`,
      sqlText`passkeys p where p.user_id = u.id`,
    )},
    'sessions', ${list(
      sqlText`json_build_object('device', s.device, 'signedInAt', ${timestamp(sqlText`s.created_at`)}, 'lastSeenAt', ${timestamp(sqlText`s.last_seen_at`)}) order by s.created_at`,
      sqlText`sessions s where s.user_id = u.id and s.expires_at > now()`,
    )},
    'alerts', ${list(
      sqlText`json_build_object('what', a.what, 'detail', a.detail, 'email', a.email, 'at', ${timestamp(sqlText`a.created_at`)}) order by a.id`,
      sqlText`account_alerts a where a.user_id = u.id`,
    )},
    'squads', ${list(
      sqlText`json_build_object('id', s.id, 'name', s.name, 'description', s.description, 'role', m.role) order by m.id`,
      sqlText`squad_members m join squads s on s.id = m.squad_id where m.user_id = u.id`,
    )},
    'trips', ${list(
      sqlText`json_build_object('id', t.id, 'name', t.name, 'location', t.location, 'startDate', t.start_date, 'endDate', t.end_date,
        'squad', s.name, 'createdByMe', t.created_by is not distinct from u.id, 'mood', m.mood, 'excitementLevel', m.excitement_level) order by t.start_date, t.id`,
      sqlText`trip_members m join trips t on t.id = m.trip_id left join squads s on s.id = t.squad_id where m.user_id = u.id`,
    )},
    'votes', ${list(
      sqlText`json_build_object('trip', ${onTrip(sqlText`t.name`)}, 'award', ${onTrip(sqlText`c.name`)}, 'votedFor', ${onTrip(fullName(sqlText`n`))},
        'isVoid', ${onTrip(sqlText`y.nominee_id is null and not y.is_skipped and not c.is_sealed`)}, 'isSkipped', y.is_skipped,
        'isSealed', ${onTrip(sqlText`c.is_sealed`)}) order by t.start_date, c.position, c.id`,
      sqlText`votes y join categories c on c.id = y.category_id join trips t on t.id = c.trip_id left join users n on n.id = y.nominee_id
        where y.voter_id = u.id`,
    )},
    'receipts', ${list(
      sqlText`json_build_object('trip', ${onTrip(sqlText`t.name`)}, 'award', ${onTrip(sqlText`c.name`)}, 'about', ${onTrip(fullName(sqlText`n`))},
        'text', r.text, 'mediaId', r.media_id) order by r.id`,
      sqlText`receipts r ${ofReceipt} where r.author_id = u.id`,
    )},
    'receiptHearts', ${list(
      sqlText`json_build_object('trip', ${onTrip(sqlText`t.name`)}, 'award', ${onTrip(sqlText`c.name`)}, 'about', ${onTrip(fullName(sqlText`n`))}) order by r.id`,
      sqlText`receipt_hearts h join receipts r on r.id = h.receipt_id ${ofReceipt} where h.user_id = u.id`,
    )},
    'bonusOptOuts', ${list(
      sqlText`json_build_object('trip', ${onTrip(sqlText`t.name`)}) order by t.id`,
      sqlText`bonus_opt_outs o join trips t on t.id = o.trip_id where o.user_id = u.id`,
    )},
    'notForMe', ${list(
      sqlText`json_build_object('trip', ${onTrip(sqlText`t.name`)}, 'award', ${onTrip(sqlText`c.name`)}) order by t.start_date, c.position, c.id`,
      sqlText`declined_awards d join categories c on c.id = d.category_id join trips t on t.id = c.trip_id where d.user_id = u.id`,
    )},
    'identities', ${list(
      sqlText`json_build_object('provider', i.issuer, 'subject', i.subject, 'email', i.email, 'linkedAt', ${timestamp(sqlText`i.created_at`)}) order by i.id`,
      sqlText`identities i where i.user_id = u.id`,
    )})
  from users u where u.id = $1`,
};

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
    text: sqlText`select string_agg(uuid_send(${id}), '' order by ${order}) from users u cross join ${from} where u.id = $1 and ${own}`,
  },
  rows: {
    name: `own_${name}`,
    text: sqlText`select coalesce(json_agg(${row} order by part.n), '[]')
      from users u cross join unnest($2::uuid[]) with ordinality part (id, n) cross join ${from}
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

const alsoAdded = longList("also_added", {
  from: sqlText`also_added a join media m on m.id = a.media_id left join trips t on t.id = m.trip_id left join squads s on s.id = m.squad_id`,
  own: sqlText`a.user_id = u.id`,
  id: sqlText`m.id`,
  order: sqlText`m.id`,
  row: sqlText`json_build_object('mediaId', m.id, 'caption', a.caption, 'trip', ${belongs(sqlText`t.name`)}, 'squad', ${belongs(sqlText`s.name`)}, 'at', ${timestamp(sqlText`a.added_at`)})`,
});

const imports = longList("imports", {
  from: sqlText`library_imports i left join trips t on t.id = i.trip_id left join squads s on s.id = i.squad_id`,
  own: sqlText`i.user_id = u.id`,
  id: sqlText`i.id`,
  order: sqlText`i.updated_at, i.id`,
  row: sqlText`json_build_object('fileName', i.file_name, 'state', i.state, 'mediaId', i.media_id,
    'trip', ${belongs(sqlText`t.name`, sqlText`i`)}, 'squad', ${belongs(sqlText`s.name`, sqlText`i`)}, 'at', ${timestamp(sqlText`i.updated_at`)})`,
});

const media = longList("media", {
  from: sqlText`media m left join media p on p.id = m.still_id left join trips t on t.id = m.trip_id left join squads s on s.id = m.squad_id`,
  own: sqlText`m.uploader_id = u.id and not m.is_demo`,
  id: sqlText`m.id`,
  order: sqlText`coalesce(p.taken_at, m.taken_at), coalesce(p.id, m.id), p.id is not null`,
  row: sqlText`json_build_object('id', m.id, 'fileName', m.file_name, 'fileType', m.file_type, 'size', m.file_size, 'crc32', m.crc32,
    'sha256', encode(m.sha256, 'hex'), 'purpose', m.purpose, 'deletedAt', ${timestamp(sqlText`m.trashed_at`)}, 'filmOf', m.still_id, 'caption', m.caption, 'likes', ${belongs(sqlText`m.likes`)}, 'width', m.width, 'height', m.height,
    'trip', ${belongs(sqlText`t.name`)}, 'squad', ${belongs(sqlText`s.name`)},
    'takenAt', ${timestamp(sqlText`m.taken_at`)}, 'orderedAt', ${timestamp(sqlText`coalesce(p.taken_at, m.taken_at)`)},
    'utcOffset', m.utc_offset, 'isLocalClock', m.is_local_clock, 'tripId', m.trip_id, 'squadId', m.squad_id, 'uploadedAt', ${timestamp(sqlText`m.created_at`)})`,
});

const albums = {
  name: "own_albums_without_clocks",
  text: sqlText`select coalesce(array_agg(distinct coalesce(m.trip_id, m.squad_id)), '{}') from media m
    where m.uploader_id = $1 and not m.is_demo and m.utc_offset is null and not m.is_local_clock and coalesce(m.trip_id, m.squad_id) is not null`,
};

const account = { name: "own_account", text: sqlText`select id from users where id = $1` };

/** How many rows one statement returns at most. Node parses this many in a few milliseconds. */
const rowsAtOnce = 1000;
const idBytes = 16;

/** Reads all records of one person; long lists in parts, so that other requests run in between and no list is in memory. */
export function exportStore({ one }: Pick<Database, "one">): ExportStore {
  async function* listOf<T>(userId: string, { ids, rows }: ReturnType<typeof longList>): AsyncGenerator<T[]> {
    const all = (await one<Buffer>(ids, [userId])) ?? Buffer.alloc(0);
    for (let at = 0; at < all.length; at += rowsAtOnce * idBytes) {
      const some = all.subarray(at, at + rowsAtOnce * idBytes).toString("hex");
      yield (await one<T[]>(rows, [userId, some.match(/.{32}/g)]))!;
    }
  }
  return {
    isThere: async (userId) => (await one(account, [userId])) !== null,
    short: (userId) => one<ShortRecords>(records, [userId]),
    likes: (userId) => listOf(userId, likes),
    alsoAdded: (userId) => listOf(userId, alsoAdded),
    imports: (userId) => listOf(userId, imports),
    media: (userId) => listOf(userId, media),
    albumsWithoutClocks: async (userId) => (await one<string[]>(albums, [userId]))!,
  };
}

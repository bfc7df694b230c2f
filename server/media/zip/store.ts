import type { GalleryFilter } from "#contract/gallery.ts";
import type { Statement } from "../../platform/db/connect.ts";
import type { Database } from "../../schema/database.ts";
import { deleteExpired, isOlder } from "../../platform/db/expired.ts";
import { clocksOf } from "../clocks/local-clock-store.ts";
import type { ChosenPhoto, Zip, ZipStore } from "./photos.ts";
import { type SqlText, sqlText, timestamp } from "../../platform/db/sql-text.ts";

const photos: Statement = {
  name: "zip_photos",
  text: sqlText`select coalesce(json_agg(json_build_object('id', m.id, 'fileName', m.file_name, 'size', m.file_size, 'crc32', m.crc32,
      'isVideo', m.file_type like 'video/%', 'takenAt', ${timestamp(sqlText`m.taken_at`)}, 'utcOffset', m.utc_offset, 'isLocalClock', m.is_local_clock,
      'tripId', m.trip_id, 'squadId', m.squad_id, 'firstName', u.first_name, 'lastName', u.last_name, 'trip', t.name, 'startDate', t.start_date,
      'isMember', r.is_member, 'maySee', r.may_see,
      'clip', case when f.id is not null then json_build_object('id', f.id, 'fileName', f.file_name, 'size', f.file_size, 'crc32', f.crc32) end) order by chosen.place), '[]')
    from unnest($2::uuid[]) with ordinality chosen(id, place)
      join media c on c.id = chosen.id join media m on m.id = coalesce(c.still_id, c.id) and m.purpose = 'gallery'
      cross join rights_in($1, m.squad_id, m.trip_id) r
      left join media f on f.still_id = m.id left join trips t on t.id = m.trip_id left join people u on u.id = m.uploader_id`,
};

/** The ids of a trip or squad, the oldest photo first. The excepted ids are a subquery, because an array would be scanned for each photo. */
const inScope = (name: string, scope: SqlText): Statement => ({
  name,
  text: sqlText`select coalesce(array_agg(id order by taken_at, name_order, id), '{}') from (
      select id, taken_at, name_order from media where ${scope} = $1 and purpose = 'gallery'
        and case $2 when 'others' then uploader_id is distinct from $3::uuid when 'one' then uploader_id = $4::uuid else true end
        and ($5::text is null or file_type like $5)
        and ($8::timestamptz is null or (created_at > $8 and uploader_id is distinct from $3::uuid)) and id not in (select unnest($6::uuid[]))
      order by taken_at, name_order, id limit $7) chosen`,
});
const ofTrip = inScope("zip_of_trip", sqlText`trip_id`);
const ofSquad = inScope("zip_of_squad", sqlText`squad_id`);

const kinds = { photo: "image/%", video: "video/%" } as const;

/** Empties the lists of all but a person's newest zips. The rows stay, because they are counted. */
const clearOlder: Statement = {
  name: "zips_forget",
  text: sqlText`with forgotten as (
      update zips set media_ids = '{}' where user_id = $1 and media_ids <> '{}' and id not in (
        select id from zips where user_id = $1 and media_ids <> '{}' order by created_at desc, id desc limit $2) returning id
    ) select count(*)::int from forgotten`,
};
/** The number of zips that a person can still read. */
const keptPerPerson = 20;

const names = {
  trip: { name: "zip_trip_name", text: sqlText`select name from trips where id = $1` },
  squad: { name: "zip_squad_name", text: sqlText`select name from squads where id = $1` },
};

/** Deletes the zips that nobody can read any more. */
export const forgetZips =
  ({ db }: Database) =>
  () =>
    deleteExpired(db, "zips", "id", isOlder("created_at", { days: 1 }));

export const zipStore = ({ db, one }: Database): ZipStore => ({
  clocks: clocksOf({ one }),
  photos: async (userId, ids) => (await one<ChosenPhoto[]>(photos, [userId, ids]))!,
  async idsIn({ scope, id }, userId, { person, kind, since, except }, limit) {
    const who = whoOf(person);
    const values = [id, who.which, userId, who.id, kind ? kinds[kind] : null, except, limit, since ?? null];
    return (await one<string[]>(scope === "trip" ? ofTrip : ofSquad, values))!;
  },
  nameOf: ({ scope, id }) => one<string>(names[scope], [id]),
  async save({ id, userId, ids, fileName, timeZone }) {
    await db
      .insertInto("zips")
      .values({ id, user_id: userId, media_ids: [...ids], file_name: fileName, time_zone: timeZone })
      .execute();
    await one(clearOlder, [userId, keptPerPerson]);
  },
  async countSince(userId, since) {
    const { count } = await db
      .selectFrom("zips")
      .select((zips) => zips.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .where("created_at", ">", since)
      .executeTakeFirstOrThrow();
    return count;
  },
  async find(id, userId): Promise<Zip | null> {
    const row = await db
      .selectFrom("zips")
      .select(["media_ids", "file_name", "time_zone", "created_at"])
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .where("created_at", ">", yesterday())
      .executeTakeFirst();
    return row?.media_ids.length
      ? {
          id,
          userId,
          ids: row.media_ids,
          fileName: row.file_name,
          timeZone: row.time_zone,
          createdAt: row.created_at,
        }
      : null;
  },
});

const whoOf = (person: GalleryFilter["person"]) =>
  person === undefined
    ? { which: "all", id: null }
    : person === "others"
      ? { which: "others", id: null }
      : { which: "one", id: person };

const yesterday = () => new Date(Date.now() - 24 * 3600 * 1000);

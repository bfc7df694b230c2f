import pg from "pg";
import type { RunningServer } from "./server.ts";

/**
 * Adds `count` photos to a trip that has one: five minutes apart from 1 July 2026 on, by these people in turn, every
 * twentieth a video. They have no files, because the tests look at positions only.
 */
export async function fillGallery(
  { database }: RunningServer,
  trip: string,
  count: number,
  people: readonly string[],
): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    await client.query(
      `insert into media (id, purpose, uploader_id, squad_id, trip_id, file_name, file_type, file_size, sha256, crc32, width, height,
          placeholder, rendition_type, state, taken_at)
        select gen_random_uuid(), 'gallery', ($3::uuid[])[1 + i % cardinality($3::uuid[])], squad_id, trip_id, 'wave ' || i || '.jpg',
          case when i % 20 = 0 then 'video/mp4' else 'image/jpeg' end, file_size, sha256(i::text::bytea), crc32,
          300 + (i::bigint * 7919) % 700, 300 + (i::bigint * 104729) % 500, placeholder, rendition_type, 'ready',
          '2026-07-01T08:00:00Z'::timestamptz + i * interval '5 minutes'
        from generate_series(1, $2::int) i cross join (select * from media where trip_id = $1 limit 1) m`,
      [trip, count, people],
    );
    await client.query("analyze media");
  } finally {
    await client.end();
  }
}

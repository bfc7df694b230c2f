import type pg from "pg";
import { idSql } from "./keys.ts";

/** Adds this many rows of what happened on a trip, by its crew, over the last 80 days: photos of a day, awards and nights. */
export async function seedActivity(client: pg.Client, trip: number, rows: number, crew: number): Promise<void> {
  await client.query(
    `insert into activity (id, kind, trip_id, actor_id, created_at)
     select gen_random_uuid(), (array['award_added','night_moved','crew_joined'])[1 + n % 3], ${idSql("trip", String(trip))},
       ${idSql("user", `1 + n % ${crew}`)}, now() - n * interval '80 days' / ${rows} from generate_series(1, ${rows}) n`,
  );
  // Everybody was there from the beginning.
  await client.query(
    `update trip_members set joined_at = now() - interval '90 days' where trip_id = ${idSql("trip", String(trip))}`,
  );
}

/** Adds this many comments, by its uploader, to the photo that has the number of its trip. */
export async function seedComments(client: pg.Client, photo: number, count: number): Promise<void> {
  const id = idSql("media", String(photo));
  await client.query(
    `insert into comments (id, media_id, author_id, key, text)
     select ('01900000-0007-7000-${8000 + photo}-' || lpad(to_hex(n), 12, '0'))::uuid, ${id}, ${idSql("user", "3")}, gen_random_uuid(), 'What a wave ' || n
     from generate_series(1, ${count}) n`,
  );
  await client.query(`update media set comments = ${count} where id = ${id}`);
}

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

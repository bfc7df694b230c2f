import type pg from "pg";
import { idSql } from "./keys.ts";
import { seedPeople } from "./people.ts";

/**
 * Adds squads of eight from people 1 to `users` (a multiple of eight). Each user is in two squads, each squad has ten trips, and its
 * members are the crew: each user has 20 trips. Each trip has five awards and `photos` photos.
 */
export async function seedSquads(client: pg.Client, users: number, photos: number): Promise<void> {
  const half = users / 8;
  const squads = half * 2;
  const trips = squads * 10;
  await client.query(
    `insert into squads (id, name, description, invite_code)
     select ${idSql("squad", "n")}, 'Dawn Patrol ' || n, 'We go where the swell goes.', 'code-' || n from generate_series(1, ${squads}) n`,
  );
  await client.query(
    `insert into squad_members (id, squad_id, user_id, role)
     select ${idSql("member", "n")}, ${idSql("squad", `case when n <= ${users} then 1 + (n - 1) / 8 else ${half} + 1 + n % ${half} end`)},
       ${idSql("user", `1 + (n - 1) % ${users}`)}, case when n % 8 = 1 then 'admin' else 'member' end
     from generate_series(1, ${users * 2}) n`,
  );
  await client.query(
    `insert into trips (id, squad_id, created_by, name, location, description, start_date, end_date)
     select ${idSql("trip", "n")}, ${idSql("squad", `1 + (n - 1) / 10`)}, null, 'Ericeira ' || n, 'Ericeira, Portugal',
       'A week of point breaks, sardines and too little sleep.', date '2026-01-01' + n % 300, date '2026-01-08' + n % 300
     from generate_series(1, ${trips}) n`,
  );
  await client.query(
    `insert into trip_members (id, trip_id, user_id)
     select gen_random_uuid(), t.id, m.user_id from trips t join squad_members m on m.squad_id = t.squad_id`,
  );
  await client.query(
    `insert into categories (id, trip_id, name, description, icon, color, position)
     select ${idSql("category", "n")}, ${idSql("trip", "1 + (n - 1) / 5")}, 'Best wave ' || n, 'Whose wave was it?', 'fas fa-water', 'blue', n % 5
     from generate_series(1, ${trips * 5}) n`,
  );
  if (photos > 0) await client.query(seedPhotosSql(trips * photos, `1 + (n - 1) / ${photos}`, `1 + n % ${users}`));
}

/** When the `n`th photo of a trip was taken. */
export const takenAt = (n: number) => new Date(Date.UTC(2026, 5, 1, 6) + n * 60_000);

/** SQL that adds photos 1 to `count`, one minute apart. `trip` and `user` are expressions over `n`; `first` is the number of photos there already. */
export const seedPhotosSql = (count: number, trip: string, user: string, first = 0) =>
  `insert into media (id, purpose, uploader_id, squad_id, trip_id, file_name, file_type, file_size, sha256, crc32, width, height,
     placeholder, rendition_type, state, taken_at)
   select ${idSql("media", `${first} + n`)}, 'gallery', ${idSql("user", user)}, t.squad_id, t.id, 'IMG_' || n || '.jpg', 'image/jpeg', 3000000 + n % 1000,
     sha256((${first} + n)::text::bytea), n, 4000, 3000, 'FAgGBQBoiYd3d3iHeHiHiId3B2eA', 'image/webp', 'ready',
     timestamptz '${takenAt(0).toJSON()}' + n * interval '1 minute'
   from generate_series(1, ${count}) n join trips t on t.id = ${idSql("trip", trip)}`;

/** Adds eight people, two squads, twenty trips and a hundred photos. */
export async function seedSmall(client: pg.Client): Promise<void> {
  await seedPeople(client, 8);
  await seedSquads(client, 8, 5);
}

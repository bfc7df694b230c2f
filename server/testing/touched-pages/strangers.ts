import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";

/** Ids of one kind, in the order of their numbers. */
const id = (kind: number, n: string) => `('01900000-000${kind}-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/**
 * Fills a database with people that no test asks about: 5,000 people with a face, in 500 public squads with a trip each, and 30,000
 * photos, each liked once. Thousands of rows of yesterday's and today's work wait for their time, and nothing is due.
 */
export async function fillWithStrangers({ db, transact }: Database): Promise<void> {
  const statements = [
    `insert into people (id, first_name, last_name, profile_image_url)
     select ${id(1, "n")}, 'Stranger', n::text, '/objects/' || ${id(6, "n")}
     from generate_series(1, 5000) n`,
    `insert into accounts (person_id, email, email_key)
     select ${id(1, "n")}, 'stranger' || n || '@example.org', 'stranger' || n || '@example.org' from generate_series(1, 5000) n`,
    `insert into sessions (token_hash, user_id, expires_at)
     select sha256(n::text::bytea), ${id(1, "n")}, now() + interval '60 days' from generate_series(1, 5000) n`,
    `insert into squads (id, name, description, invite_code, is_public)
     select ${id(2, "n")}, 'Squad ' || n, 'We go where the swell goes.', 'stranger-' || n, true from generate_series(1, 500) n`,
    `insert into squad_members (id, squad_id, user_id, role)
     select gen_random_uuid(), ${id(2, "1 + n % 500")}, ${id(1, "n")}, 'member' from generate_series(1, 5000) n`,
    `insert into trips (id, squad_id, name, location, start_date, end_date)
     select ${id(3, "n")}, ${id(2, "n")}, 'Trip ' || n, 'Ericeira, Portugal', '2026-01-01', '2026-01-08' from generate_series(1, 500) n`,
    `insert into trip_members (id, trip_id, user_id)
     select gen_random_uuid(), ${id(3, "1 + n % 500")}, ${id(1, "n")} from generate_series(1, 5000) n`,
    `insert into media (id, purpose, uploader_id, file_name, file_type, file_size, sha256, crc32, width, height, state, taken_at)
     select ${id(6, "n")}, 'profile', ${id(1, "n")}, 'face.jpg', 'image/jpeg', 1000, sha256(n::text::bytea), n, 600, 400, 'ready', now()
     from generate_series(1, 5000) n`,
    `insert into media (id, purpose, uploader_id, squad_id, trip_id, file_name, file_type, file_size, sha256, crc32, width, height, state, taken_at)
     select ${id(5, "n")}, 'gallery', ${id(1, "1 + n % 5000")}, ${id(2, "1 + n % 500")}, ${id(3, "1 + n % 500")}, 'wave.jpg', 'image/jpeg', 1000,
       sha256(n::text::bytea), n, 600, 400, 'ready', timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 30000) n`,
    `insert into media_likes (media_id, user_id) select ${id(5, "n")}, ${id(1, "1 + n % 5000")} from generate_series(1, 30000) n`,
    `insert into uploads (id, user_id, size) select ${id(7, "n")}, ${id(1, "1 + n % 5000")}, 1000 from generate_series(1, 10000) n`,
    `insert into zips (id, user_id, media_ids, file_name, time_zone)
     select ${id(7, "n")}, ${id(1, "n")}, array[${id(5, "n")}], 'trip.zip', 'UTC' from generate_series(1, 5000) n`,
    `insert into invitations (id, squad_id, email_key, inviter_id, message, origin, expires_at)
     select ${id(7, "n")}, ${id(2, "1 + n % 500")}, 'friend' || n || '@example.org', ${id(1, "n")}, '', 'https://example.org', now() + interval '7 days'
     from generate_series(1, 5000) n`,
    `insert into email_links (id, user_id, email, email_key, is_change, origin)
     select ${id(7, "n")}, ${id(1, "n")}, 'new' || n || '@example.org', 'new' || n || '@example.org', true, 'https://example.org'
     from generate_series(1, 5000) n`,
    `insert into password_resets (id, email_key, origin)
     select ${id(7, "n")}, 'stranger' || n || '@example.org', 'https://example.org' from generate_series(1, 5000) n`,
    `insert into account_alerts (id, user_id, what, email, origin)
     select ${id(7, "n")}, ${id(1, "n")}, 'password', 'stranger' || n || '@example.org', 'https://example.org' from generate_series(1, 5000) n`,
    `update media set purpose = 'trash', trashed_at = now() where id in (select ${id(5, "n")} from generate_series(1, 5000) n)`,
  ];
  await transact(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
  await sql`vacuum analyze`.execute(db);
}

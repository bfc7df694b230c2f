import type pg from "pg";
import { idSql, tokenHashSql } from "./keys.ts";

/** Adds users 1 to `count`, each signed in with `tokenOf` their number. */
export async function seedPeople(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into people (id, first_name, last_name, bio)
     select ${idSql("user", "n")}, (array['Ana','Bo','Cleo','Dora','Eli','Fay','Gus','Hana'])[1 + n % 8], 'Berg ' || n, 'Up before the sun, last out of the water.'
     from generate_series(1, $1::int) n`,
    [count],
  );
  await client.query(
    `insert into accounts (person_id, email, email_key)
     select ${idSql("user", "n")}, 'person' || n || '@example.org', 'person' || n || '@example.org' from generate_series(1, $1::int) n`,
    [count],
  );
  await client.query(
    `insert into sessions (token_hash, user_id, expires_at)
     select ${tokenHashSql("n")}, ${idSql("user", "n")}, now() + interval '60 days' from generate_series(1, $1::int) n`,
    [count],
  );
}

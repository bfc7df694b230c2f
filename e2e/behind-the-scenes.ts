import pg from "pg";
import type { RunningServer } from "./server.ts";

/** Runs a statement on the server's database, so that open pages get no hint of the change. Returns its rows. */
export async function behindTheScenes(
  server: RunningServer,
  statement: string,
  values: readonly unknown[],
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(server.database);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Confirms the addresses of all accounts, so that they may invite by email. */
export const confirmEveryone = (server: RunningServer) =>
  behindTheScenes(server, "update accounts set email_confirmed_at = now()", []);

/** Adds `count` people without a browser to a squad and one of its trips, named "Friend 01 Swell" and so on. */
export const addCrowd = (server: RunningServer, { squad, trip }: { squad: string; trip: string }, count: number) =>
  behindTheScenes(
    server,
    `with crowd as (
      insert into people (id, first_name, last_name)
      select gen_random_uuid(), 'Friend ' || to_char(n, 'FM00'), 'Swell' from generate_series(1, $3::int) n returning id
    ), account as (
      insert into accounts (person_id, email, email_key) select id, id || '@example.org', id || '@example.org' from crowd
    ), joined as (
      insert into squad_members (id, squad_id, user_id, role) select gen_random_uuid(), $1::uuid, id, 'member' from crowd
    ) insert into trip_members (id, trip_id, user_id) select gen_random_uuid(), $2::uuid, id from crowd`,
    [squad, trip, count],
  );

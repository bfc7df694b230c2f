import type { APIRequestContext } from "@playwright/test";
import pg from "pg";
import { send } from "./seed.ts";
import type { RunningServer } from "./server.ts";

interface Look {
  readonly description?: string;
  readonly icon?: string;
  readonly color?: string;
  readonly order?: number;
}

/** Adds an award category at the end of a trip's; answers its id. */
export async function addAward(request: APIRequestContext, trip: string, name: string, look: Look = {}) {
  const made = await send(request, "POST", `/api/trips/${trip}/categories`, {
    description: `For the ${name}`,
    order: 100,
    ...look,
    name,
  });
  return made["id"]!;
}

export const castVote = (request: APIRequestContext, category: string, nominee: { readonly id?: string }) =>
  send(request, "POST", `/api/categories/${category}/vote`, { nomineeId: nominee.id });

/** A trip on these days; answers its id. */
export async function addTrip(
  request: APIRequestContext,
  {
    name,
    squad = null,
    from = "2026-07-04",
    to = "2026-07-11",
  }: { name: string; squad?: string | null; from?: string; to?: string },
) {
  const fields = { name, location: "Peniche, Portugal", startDate: from, endDate: to, squadId: squad };
  return (await send(request, "POST", "/api/trips", fields))["id"]!;
}

/** Runs a statement on the server's own database: what happened to it while nobody's page could hear of it. */
export async function behindTheScenes(server: RunningServer, statement: string, values: readonly unknown[]) {
  const client = new pg.Client(server.database);
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}

/** So many more people in a squad and on one of its trips, named "Friend 01 Swell" and on. They have no browser. */
export const addCrowd = (server: RunningServer, { squad, trip }: { squad: string; trip: string }, count: number) =>
  behindTheScenes(
    server,
    `with crowd as (
      insert into users (id, email, email_key, first_name, last_name)
      select gen_random_uuid(), address, address, 'Friend ' || to_char(n, 'FM00'), 'Swell'
      from (select n, 'friend' || n || '.' || $2::text || '@example.org' address from generate_series(1, $3::int) n) who returning id
    ), joined as (
      insert into squad_members (id, squad_id, user_id, role) select gen_random_uuid(), $1::uuid, id, 'member' from crowd
    ) insert into trip_members (id, trip_id, user_id) select gen_random_uuid(), $2::uuid, id from crowd`,
    [squad, trip, count],
  );

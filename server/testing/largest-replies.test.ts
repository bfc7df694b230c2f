import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Reply, type TestApp, type TestPerson, openTestApp, rows } from "./app.ts";
import { newTrip } from "./builders.ts";

let swell: TestApp;
let ana: TestPerson;
let squad: string;
let trip: string;
const trips = 4;
const people = 12;
const awardsOfTrip = 100;

beforeAll(async () => {
  swell = await openTestApp();
  ({ ana, squad, trip } = await newTrip(swell, { crew: ["ana"] }));
  const { db } = swell.database;
  await sql`with crew as (
      insert into people (id, first_name, last_name, bio)
      select gen_random_uuid(), repeat('F', 60), repeat('L', 60), repeat('b', 500)
      from generate_series(1, ${people}::int) n returning id
    ), more as (
      insert into trips (id, squad_id, created_by, name, location, description, start_date, end_date)
      select gen_random_uuid(), ${squad}::uuid, ${ana.id}::uuid, repeat('N', 120), 'Portugal', repeat('d', 5000), date '2026-01-01' + n, date '2026-02-01' + n
      from generate_series(2, ${trips}::int) n returning id
    ), every as (select id from more union all select ${trip}::uuid
    ), member as (insert into trip_members (id, trip_id, user_id) select gen_random_uuid(), e.id, c.id from every e cross join crew c
    ), award as (
      insert into categories (id, trip_id, name, description, icon, color, position, completed_at, votes_received)
      select gen_random_uuid(), e.id, repeat('A', 80), repeat('d', 300), 'fas fa-trophy', 'gold', n, case when n % 2 = 0 then now() end, 5
      from every e cross join generate_series(1, ${awardsOfTrip}::int) n returning id, trip_id, completed_at
    ) insert into tallies (category_id, nominee_id, trip_id, votes) select a.id, c.id, a.trip_id, 1 from award a cross join crew c
      where a.completed_at is not null`.execute(db);
  await sql`update trips set complete_count = ${awardsOfTrip / 2}`.execute(db);
});
afterAll(() => swell.close());

/** What a reply with a hundred awards may weigh, each with a dozen people who have written as much about themselves as they can. */
const maxBytes = 1_200_000;

/** All pages of a list. */
async function pagesOf(first: string): Promise<readonly Reply[]> {
  const pages: Reply[] = [];
  for (let url: string | undefined = first; url !== undefined;) {
    const page = await ana.get(url);
    expect(page.status).toBe(200);
    pages.push(page);
    url = /^<(.*)>; rel="next"$/.exec(String(page.headers["link"]))?.[1];
  }
  return pages;
}

const idOf = (row: { readonly [key: string]: unknown }) =>
  String((row["trip"] as { id?: unknown } | undefined)?.id ?? row["key"]);

test.each([
  ["the awards of all trips", () => "/api/awards/all?limit=50", trips],
  ["a trophy cabinet by trip", () => `/api/squads/${squad}/trophies?limit=50`, trips],
])("%s comes whole, in pages of a bounded size", async (_, first, count) => {
  const pages = await pagesOf(first());
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page.text.length).toBeLessThan(maxBytes);
  const ids = pages.flatMap((page) => rows(page.body).map(idOf));
  expect([ids.length, new Set(ids).size]).toEqual([count, count]);
});

test.each([
  ["a trip", () => `/api/trips/${trip}`],
  ["the awards of a trip", () => `/api/trips/${trip}/awards`],
  ["a ballot", () => `/api/trips/${trip}/ballot`],
  ["a squad", () => `/api/squads/${squad}`],
])("the reply for %s has a bounded size", async (_, path) => {
  const { status, text } = await ana.get(path());
  expect(status).toBe(200);
  expect(text.length).toBeLessThan(maxBytes);
});

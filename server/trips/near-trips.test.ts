import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../platform/db/id.ts";
import { type TestApp, type TestPerson, openTestApp, rows } from "../testing/app.ts";
import { newSquad } from "../testing/builders.ts";
import { dayMs } from "../platform/durations.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ WORKER: "off" });
});
afterAll(() => swell.close());

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

interface Trip {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Adds trips from `start` to `end`, in days from today. They are in turn of the squad with the person on the crew, of the squad alone,
 * squadless, and of a squad that the person is not in.
 */
async function addTrips(
  person: TestPerson,
  squad: string,
  other: string,
  days: readonly (readonly [number, number])[],
) {
  const trips = days.map(([start, end]) => ({ id: newId(), start, end }));
  await swell.database.db
    .insertInto("trips")
    .values(
      trips.map(({ id, start, end }, n) => ({
        id,
        squad_id: [squad, squad, null, other][n % 4]!,
        created_by: null,
        name: `From ${start} to ${end}`,
        location: "Peniche",
        description: "",
        start_date: inDays(start),
        end_date: inDays(end),
        photo_url: null,
      })),
    )
    .execute();
  await swell.database.db
    .insertInto("trip_members")
    .values(
      trips
        .filter((_, n) => n % 4 !== 1)
        .map(({ id }) => ({ id: newId(), trip_id: id, user_id: person.id, mood: null, excitement_level: null })),
    )
    .execute();
  return trips;
}

/** Three running trips, `past` past ones and `coming` ones, shuffled, with some that share a day. */
const someDays = (past: number, coming: number): (readonly [number, number])[] => {
  const days = [
    [-1, 5],
    [-30, 1],
    [0, 1],
    ...Array.from({ length: past }, (_, n) => [-9 - 2 * n, -1 - Math.floor(n / 2)] as const),
    ...Array.from({ length: coming }, (_, n) => [1 + Math.floor(n / 3), 4 + n] as const),
  ] as const;
  return days.map((_, n) => days[(n * 7) % days.length]!);
};

/** The order that people expect, said in another way than the statement says it. */
function nearestFirst(trips: readonly Trip[]): string[] {
  const by = (key: (trip: Trip) => number) => (a: Trip, b: Trip) => key(a) - key(b) || (a.id < b.id ? -1 : 1);
  const running = trips.filter(({ start, end }) => start <= 0 && end >= 0).toSorted(by(({ end }) => end));
  const coming = trips.filter(({ start }) => start > 0).toSorted(by(({ start }) => start));
  const past = trips.filter(({ end }) => end < 0).toSorted(by(({ end }) => -end));
  return [...running, ...coming, ...past].map(({ id }) => id);
}

const idsOf = (body: Awaited<ReturnType<TestPerson["get"]>>["body"]) => rows(body).map(({ id }) => String(id));

async function newPerson() {
  const { ana, squad } = await newSquad(swell, "ana");
  const { squad: other } = await newSquad(swell, "bo");
  return { ana, squad, other };
}

/** The ids on each further page. `between` runs before each. */
async function pagesAfter(person: TestPerson, cursor: string, between = async () => {}) {
  const pages: string[][] = [];
  for (let next: string | undefined = `/api/trips?limit=20&cursor=${cursor}`; next;) {
    await between();
    const page = await person.get(next);
    expect(page.status).toBe(200);
    pages.push(idsOf(page.body));
    next = /<([^>]+)>; rel="next"/.exec(String(page.headers["link"]))?.[1];
  }
  return pages;
}

const dashboardOf = async (person: TestPerson) => {
  const { body } = await person.get("/api/dashboard");
  return { ids: idsOf(body["trips"]!), next: body["nextTrips"] as unknown as string | null, stats: body["stats"]! };
};

test("the dashboard has the twenty nearest trips, and the list continues them", async () => {
  const { ana, squad, other } = await newPerson();
  // Coprime with seven, so that every trip is there once.
  const trips = await addTrips(ana, squad, other, someDays(24, 25));
  const expected = nearestFirst(trips);
  const first = await dashboardOf(ana);
  expect(first.ids).toEqual(expected.slice(0, 20));
  expect(first.stats["tripCount"]).toBe(52);
  expect(await pagesAfter(ana, first.next!)).toEqual([expected.slice(20, 40), expected.slice(40)]);
  expect(idsOf((await ana.get("/api/trips")).body)).toEqual(expected);
});

test("a running trip is on the dashboard of a person with 300 trips", async () => {
  const { ana, squad, other } = await newPerson();
  const days = Array.from({ length: 300 }, (_, n) => [200 + n, 201 + n] as const);
  const trips = await addTrips(ana, squad, other, [...days, [0, 0]]);
  const { ids, stats } = await dashboardOf(ana);
  expect(ids).toHaveLength(20);
  expect(ids[0]).toBe(trips.at(-1)!.id);
  expect(stats["tripCount"]).toBe(301);
});

test("twenty trips are one page, and one more is another", async () => {
  const { ana, squad, other } = await newPerson();
  await addTrips(ana, squad, other, someDays(8, 9));
  const all = await dashboardOf(ana);
  expect([all.ids.length, all.next]).toEqual([20, null]);
  expect((await ana.get("/api/trips?limit=20")).headers["link"]).toBeUndefined();
  const [farthest] = await addTrips(ana, squad, other, [[-900, -890]]);
  const first = await dashboardOf(ana);
  expect(first.ids).toEqual(all.ids);
  expect(await pagesAfter(ana, first.next!)).toEqual([[farthest!.id]]);
});

test("trips that are added or move meanwhile hide and repeat no other trip", async () => {
  const { ana, squad, other } = await newPerson();
  const trips = await addTrips(ana, squad, other, someDays(34, 35));
  const first = await dashboardOf(ana);
  const moving = [...first.ids.slice(3, 6), ...nearestFirst(trips).slice(-3)];
  const seen = [...first.ids];
  let round = 0;
  const pages = await pagesAfter(ana, first.next!, async () => {
    await addTrips(ana, squad, other, [
      [1, 2],
      [-500, -400],
      [0, 0],
    ]);
    // From the first page to the last, and back.
    const days = { start_date: inDays(round % 2 ? 1 : -700), end_date: inDays(round % 2 ? 3 : -690) };
    await swell.database.db.updateTable("trips").set(days).where("id", "=", moving[round++]!).execute();
  });
  seen.push(...pages.flat());
  const still = trips.map(({ id }) => id).filter((id) => !moving.includes(id));
  expect(still.map((id) => seen.filter((one) => one === id).length)).toEqual(still.map(() => 1));
});

test("pages that are asked for after midnight continue those from before", async () => {
  const { ana, squad, other } = await newPerson();
  const trips = await addTrips(ana, squad, other, someDays(19, 20));
  // Yesterday's cursor, made by the statement's rule: the twelfth trip to come, seen from there.
  const seenFromYesterday = trips.map(({ id, start, end }) => ({ id, start: start + 1, end: end + 1 }));
  const expected = nearestFirst(seenFromYesterday);
  const last = seenFromYesterday.find(({ id }) => id === expected[11])!;
  expect(last.start).toBeGreaterThan(0);
  const pages = await pagesAfter(ana, `${inDays(-1)}_${1_000_000 + last.start}_${last.id}`);
  expect(pages.flat()).toEqual(expected.slice(12));
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../platform/db/id.ts";
import { type Body, type Reply, type TestApp, type TestPerson, openTestApp, rows } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const pad = (n: number) => String(n).padStart(3, "0");

/** A trip with a complete award, whose nth nominee has `votesOf(n)` votes. The names fall while the ids rise. */
async function counted(people: number, votesOf: (n: number) => number) {
  const made = await newTrip(swell, { crew: ["ana"], awards: ["Best Wipeout"] });
  const [category] = made.categories as [string];
  const { db } = swell.database;
  const nominees = Array.from({ length: people }, (_, n) => ({
    id: newId(),
    name: pad(people - n),
    votes: votesOf(n),
  }));
  await db
    .insertInto("people")
    .values(nominees.map(({ id, name }) => ({ id, first_name: name, last_name: "Berg" })))
    .execute();
  await db.updateTable("categories").set({ completed_at: new Date() }).where("id", "=", category).execute();
  const place = { trip_id: made.trip };
  await db
    .insertInto("tallies")
    .values(nominees.map(({ id, votes }) => ({ ...place, category_id: category, nominee_id: id, votes })))
    .execute();
  await db
    .insertInto("standings")
    .values(nominees.map(({ id, votes }) => ({ ...place, user_id: id, votes })))
    .execute();
  return { ...made, category, nominees };
}

/** The entries of all pages. */
async function everyPage(who: TestPerson, path: string): Promise<Body[]> {
  const entries: Body[] = [];
  for (let next: string | undefined = path; next;) {
    const reply = await who.get(next);
    expect(reply.status).toBe(200);
    entries.push(...rows(reply.body));
    next = /<([^>]+)>; rel="next"/.exec(String(reply.headers["link"] ?? ""))?.[1];
  }
  return entries;
}

test("a leaderboard shows equal ranks by name, and its pages reach the last rank", async () => {
  // Three people with three votes, 200 with two, and two with one.
  const { ana, category, trip } = await counted(205, (n) => (n < 3 ? 3 : n < 203 ? 2 : 1));
  const names = [203, 204, 205, ...Array.from({ length: 200 }, (_, i) => i + 3), 1, 2].map(pad);
  const ranks = names.map((_, i) => (i < 3 ? 1 : i < 203 ? 4 : 204));
  for (const [path, limits] of [
    [`/api/categories/${category}/leaderboard`, ["", "?limit=2", "?limit=200"]],
    [`/api/trips/${trip}/overall-leaderboard`, ["?limit=3", "?limit=7"]],
  ] as const) {
    for (const limit of limits) {
      const entries = await everyPage(ana, `${path}${limit}`);
      expect(entries.map(({ user }) => String(user!["firstName"]))).toEqual(names);
      expect(entries.map(({ rank }) => Number(rank))).toEqual(ranks);
    }
    expect(await ana.get(`${path}?cursor=WzFd`)).toMatchObject({ status: 400, body: { issues: [{ path: "cursor" }] } });
  }
});

test("viewers who ask for leaderboards at once get what each gets alone", async () => {
  const [one, other] = [await counted(30, (n) => n % 5), await counted(30, (n) => n % 3)];
  const empty = await newTrip(swell, { crew: ["ana"], awards: ["Best Hat"] });
  const boards = [one, other].flatMap(({ category, trip }) => [
    `/api/categories/${category}/leaderboard`,
    `/api/trips/${trip}/overall-leaderboard`,
  ]);
  boards.push(`/api/categories/${empty.categories[0]}/leaderboard`, `/api/categories/${newId()}/leaderboard`);
  const { headers } = await one.ana.get(`${boards[0]}?limit=4`);
  const next = /<([^>]+)>/.exec(String(headers["link"]))![1]!;
  const paths = [...boards.flatMap((path) => [path, `${path}?limit=4`]), next];
  const viewers = [one.ana, other.ana, empty.ana, await swell.person("stranger"), swell.visitor];
  const asked = viewers.flatMap((viewer) => paths.map((path) => () => viewer.get(path)));
  const shown = ({ status, body, headers }: Reply) => ({ status, body, link: headers["link"] });
  const alone: unknown[] = [];
  for (const ask of asked) alone.push(shown(await ask()));
  expect((await Promise.all([...asked, ...asked].map((ask) => ask()))).map(shown)).toEqual([...alone, ...alone]);
  expect(new Set(alone.map((answer) => (answer as Reply).status))).toEqual(new Set([200, 404, 401]));
});

test("twelve people who tie stand in order of name in every list of awards", async () => {
  const { ana, category } = await counted(12, () => 1);
  const first = Array.from({ length: 10 }, (_, i) => pad(i + 1));
  const [trip] = rows((await ana.get("/api/awards/all")).body);
  const podium = rows((await ana.get(`/api/categories/${category}/leaderboard?limit=10`)).body);
  for (const board of [rows(rows(trip!["categories"])[0]!["leaderboard"]), podium])
    expect(board.map(({ user }) => String(user!["firstName"]))).toEqual(first);
});

test("a person's awards come in pages, latest first", async () => {
  const { ana, bo, categories } = await newTrip(swell, {
    crew: ["ana", "bo"],
    awards: ["One", "Two", "Three", "Four", "Five"],
  });
  for (const category of categories)
    for (const voter of [ana, bo!]) await voter.post(`/api/categories/${category}/vote`, { nomineeId: bo!.id });
  const path = `/api/users/${bo!.id}/awards`;
  const all = await everyPage(ana, `${path}?limit=2`);
  expect(all.map(({ category }) => String(category!["name"]))).toEqual(["Five", "Four", "Three", "Two", "One"]);
  expect(all.map(({ rank }) => Number(rank))).toEqual([1, 1, 1, 1, 1]);
  expect((await ana.get(path)).body).toEqual(all);
  expect((await ana.get(`${path}?cursor=x`)).status).toBe(400);
});

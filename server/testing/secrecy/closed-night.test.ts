import { afterAll, beforeAll, expect, test } from "vitest";
import { seeded } from "../../stand-ins/seeded.ts";
import { type Person, type TwoWorlds, openTwoWorlds } from "./two-worlds.ts";

let worlds: TwoWorlds;
beforeAll(async () => {
  worlds = await openTwoWorlds();
});
afterAll(() => worlds.close());

const names = ["Ana", "Bo", "Cleo", "Dora", "Eve", "Fin", "Gus", "Hal", "Ivy"];
const plan = { startsAt: "2090-07-12T20:00:00Z", timeZone: "Europe/Lisbon" };

/** A trip of some people with one award and a planned night. */
async function begin(count: number): Promise<Person[]> {
  const people = await worlds.addPeople(names.slice(0, count));
  worlds.begin(people);
  const [ana, ...others] = people as [Person, ...Person[]];
  const post = (path: string, body: object) => worlds.call({ method: "POST", path, who: ana, body });
  const days = { startDate: "2090-07-04", endDate: "2090-07-11" };
  worlds.name("squad", await post("/api/squads", { name: "Squad" }));
  for (const person of others) await join(ana, person);
  worlds.name("trip", await post("/api/trips", { squadId: "{squad}", name: "Trip", location: "Portugal", ...days }));
  worlds.name("award", await post("/api/trips/{trip}/categories", { name: "Best Wipeout", description: "For it" }));
  expect((await post("/api/trips/{trip}/night", plan)).status).toBe(201);
  return people;
}

async function join(admin: Person, person: Person) {
  const page = await worlds.call({ method: "GET", path: "/api/squads/{squad}", who: admin });
  const codes = page.bodies.map((body) => {
    const { inviteUrl } = (body as { squad: { inviteUrl: string } }).squad;
    return { invite: new URL(inviteUrl).searchParams.get("invite") };
  });
  const path = "/api/trips/{squad}/join";
  await worlds.call({ method: "POST", path, who: person, body: {}, differing: [codes[0]!, codes[1]!] });
}

test.each([2, 3, 5, 9])("after the close the database of %i voters tells no choice", async (count) => {
  const below = seeded(count);
  const people = await begin(count);
  const [ana] = people as [Person];
  let nominees: string[] = [];
  while (new Set(nominees).size < 2) nominees = people.map(() => people[below(people.length)]!.id);
  // The same votes by other people: each gets the vote of the next one.
  const others = [...nominees.slice(1), nominees[0]!];
  const voters = people.map((person, i) => ({ person, i })).toSorted(() => below(3) - 1);
  for (const { person, i } of voters)
    await worlds.call({
      method: "POST",
      path: "/api/categories/{award}/vote",
      who: person,
      body: {},
      differing: [{ nomineeId: nominees[i]! }, { nomineeId: others[i]! }],
      without: (body) => ({ ...(body as object), nomineeId: null }),
    });
  await expect(worlds.compareTables()).rejects.toThrow();
  const closed = await worlds.call({ method: "POST", path: "/api/trips/{trip}/night/close", who: ana, body: {} });
  expect(closed.status).toBe(200);
  await worlds.compareTables();
  const start = await worlds.call({ method: "POST", path: "/api/trips/{trip}/night/start", who: ana, body: {} });
  let last = (start.bodies[0] as { isLast: boolean }).isLast;
  for (let position = 0; !last; position++) {
    const next = await worlds.call({
      method: "POST",
      path: "/api/trips/{trip}/night/next",
      who: ana,
      body: { position },
    });
    last = (next.bodies[0] as { isLast: boolean }).isLast;
  }
  await worlds.compareTables();
  for (const who of people) await worlds.call({ method: "GET", path: "/api/categories/{award}/my-vote", who });
});

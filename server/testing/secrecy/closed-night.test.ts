import { afterAll, beforeAll, expect, test } from "vitest";
import { seeded } from "../../../try/stand-ins/seeded.ts";
import { beginNight, playNight } from "./planned-night.ts";
import { type Person, type TwoWorlds, openTwoWorlds } from "./two-worlds.ts";

let worlds: TwoWorlds;
beforeAll(async () => {
  worlds = await openTwoWorlds();
});
afterAll(() => worlds.close());

const names = ["Ana", "Bo", "Cleo", "Dora", "Eve", "Fin", "Gus", "Hal", "Ivy"];

test.each([2, 3, 5, 9])("after the close the database of %i voters tells no choice", async (count) => {
  const below = seeded(count);
  const people = await beginNight(worlds, names.slice(0, count));
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
  await playNight(worlds, ana);
  await worlds.compareTables();
  for (const who of people) await worlds.call({ method: "GET", path: "/api/categories/{award}/my-vote", who });
});

import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallName, calls } from "#contract/calls.ts";
import { personHeader } from "#contract/person-header.ts";
import { type Client, type TestApp, openTestApp } from "../app.ts";
import { type Cast, type World, castOf, newWorld, roles } from "../world.ts";
import type { Rule } from "./rule.ts";

/** The rules of all files beside this one. */
const rules: Record<string, Rule> = {};
for (const name of await readdir(import.meta.dirname))
  if (!/\.test\.ts$|^rule\.ts$/.test(name))
    Object.assign(rules, ((await import(`./${name}`)) as { rules: Record<string, Rule> }).rules);

/** A sum over all rows of each table. */
async function contents({ db }: TestApp["database"]) {
  const tables = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(db);
  const sums = tables.rows.map(
    ({ name }) =>
      sql`select ${name}::text as name, md5(string_agg(r::text, '|' order by r::text)) as sum from ${sql.table(name)} r`,
  );
  return (await sql`${sql.join(sums, sql` union all `)}`.execute(db)).rows;
}

let swell: TestApp;
let cast: Cast;
beforeAll(async () => {
  swell = await openTestApp();
  cast = await castOf(swell);
});
afterAll(() => swell.close());

const names = Object.keys(calls) as CallName[];

const send = (who: Client, call: CallName, url: string, body: unknown, headers = {}) => {
  const method = call.split(" ")[0]!;
  return who[method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete"](
    url,
    method === "GET" ? undefined : body,
    headers,
  );
};

const idFor = async ({ of }: Rule, world: World) => (of ? of(world, cast, swell.database.db) : world.trip);
const filled = (call: CallName, id: string) =>
  call.split(" ")[1]!.replace(":id", id).replace(":userId", cast.crew.id).replace(":picture", "medals");

// These come first, because the work that other calls leave behind changes the database too.
describe("a page of somebody else", () => {
  let world: World;
  beforeAll(async () => void (world = await newWorld(swell, cast, false)));

  test.each(names)("is refused %s, which changes nothing", async (call) => {
    const rule = rules[call]!;
    const url = filled(call, await idFor(rule, world));
    const before = await contents(swell.database);
    for (const role of ["crew", "organizer", "admin"] as const) {
      const reply = await send(cast[role], call, url, rule.body?.(world, cast), { [personHeader]: cast.member.id });
      expect(reply).toMatchObject({ status: 401, body: { code: "other_person" } });
      expect(reply.headers["set-cookie"]).toBeUndefined();
    }
    expect(await contents(swell.database)).toEqual(before);
  });
});

describe.each(names)("%s", (call) => {
  const rule = rules[call]!;
  describe.each(["private", "public"] as const)("in a %s squad", (visibility) => {
    test.each(roles.map((role, i) => [role, rule[visibility][i]!] as const))(
      "the %s gets %i",
      async (role, status) => {
        // Each test has its own squad, which no other test has changed; others are deleted, since a shared squad makes a stranger visible.
        await swell.database.db.deleteFrom("squads").execute();
        const world = await newWorld(swell, cast, visibility === "public");
        const url = filled(call, await idFor(rule, world));
        // A page names its person, another client need not.
        const named = visibility === "public" && role !== "visitor" ? { [personHeader]: cast[role].id } : {};
        const reply = await send(cast[role], call, url, rule.body?.(world, cast), named);
        expect(`${reply.status} ${reply.status === status ? "" : reply.text}`.trim()).toBe(String(status));
        if (status === 404) {
          const missing = filled(call, "0190a5b0-0000-7000-8000-000000000000");
          // A hidden thing gets the same reply as a missing one.
          expect(reply.text).toBe((await send(cast[role], call, missing, rule.body?.(world, cast), named)).text);
        }
      },
      // The first demo squad of a server draws its pictures.
      120_000,
    );
  });
});

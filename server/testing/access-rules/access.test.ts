import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallName, calls } from "#contract/calls.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { personHeader } from "#contract/person-header.ts";
import { type Client, type TestApp, openTestApp } from "../app.ts";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import { newId } from "../../platform/db/id.ts";
import { newSeat } from "../seats.ts";
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

const idFor = async ({ of }: Rule, world: World) =>
  of ? of(world, cast, swell.database.db, openBlobs(swell.parts.config)) : world.trip;
const filled = (call: CallName, id: string) =>
  call
    .split(" ")[1]!
    .replace(":id", id)
    .replace(":userId", cast.crew.id)
    .replace(":intoId", cast.member.id)
    .replace(":picture", "medals");

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

/** Sends a call to a squad of its own, which no other test has changed; others are deleted, since a shared squad makes a stranger visible. */
async function sendTo(
  call: CallName,
  isPublic: boolean,
  find: (world: World) => Promise<{ who: Client; id?: string }>,
) {
  const rule = rules[call]!;
  await swell.database.db.deleteFrom("squads").execute();
  const world = await newWorld(swell, cast, isPublic);
  const { who, id } = await find(world);
  // A page names its person, another client need not.
  const named = isPublic && id !== undefined ? { [personHeader]: id } : {};
  const to = async (url: string) => send(who, call, url, rule.body?.(world, cast), named);
  const reply = await to(filled(call, await idFor(rule, world)));
  // A hidden thing gets the same reply as a missing one.
  if (reply.status === 404) expect(reply.text).toBe((await to(filled(call, missingId))).text);
  return reply;
}
const missingId = "0190a5b0-0000-7000-8000-000000000000";

async function newEmptySquad(): Promise<string> {
  const id = newId();
  await swell.database.db
    .insertInto("squads")
    .values({ id, name: "Night Surf", description: "", photo_url: null, invite_code: newId() })
    .execute();
  return id;
}

/** Gives somebody the photo, the comment, the receipt and the cost that belong to `crew`, so that the statuses of `crew` apply to them. */
async function giveThingsOfCrew(id: string, { trip, photo, comment, receipt, cost }: World): Promise<void> {
  const { db } = swell.database;
  await db.updateTable("media").set({ uploader_id: id }).where("id", "=", photo).execute();
  await db.updateTable("comments").set({ author_id: id }).where("id", "=", comment).execute();
  await db.updateTable("costs").set({ written_by: id }).where("id", "=", cost).execute();
  await sql`update cost_people set person_id = ${id} where trip_id = ${trip} and person_id = ${cast.crew.id}`.execute(
    db,
  );
  await sql`update receipts set author_id = ${id}, nominee_id = ${id} where id = ${receipt}`.execute(db);
}

/** What a person does only with an account. */
const accountCalls = [
  "POST /api/password/change",
  "POST /api/password/proof",
  "POST /api/email/link",
  "POST /api/email/change",
  "POST /api/email/confirm",
  "GET /api/account/identities",
  "DELETE /api/account/identities/:id",
  "GET /api/passkeys",
  "POST /api/passkeys/options",
  "POST /api/passkeys",
  "POST /api/passkeys/proof",
  "PATCH /api/passkeys/:id",
  "DELETE /api/passkeys/:id",
  "POST /api/squad-invites",
  "POST /api/invites",
  "GET /api/invitations",
  "POST /api/trips/:id/vote-reminders",
  "POST /api/squads",
  "POST /api/account/seat",
  "GET /api/merges",
  "DELETE /api/merges/:id",
  ...names.filter((name) => name.includes(" /api/google-photos/")),
];

test("calls need an account where a seat cannot do what they do, and nowhere else", () => {
  const needing = names.filter((name) => ((calls[name] as Endpoint).access ?? "user") === "user");
  expect(needing.toSorted()).toEqual(accountCalls.toSorted());
});

describe.each(names)("%s", (call) => {
  const rule = rules[call]!;
  describe.each(["private", "public"] as const)("in a %s squad", (visibility) => {
    const isPublic = visibility === "public";
    test.each(roles.map((role, i) => [role, rule[visibility][i]!] as const))(
      "the %s gets %i",
      async (role, status) => {
        const person = role === "visitor" ? { who: cast.visitor } : { who: cast[role], id: cast[role].id };
        const reply = await sendTo(call, isPublic, async () => person);
        expect(`${reply.status} ${reply.status === status ? "" : reply.text}`.trim()).toBe(String(status));
      },
      // The first demo squad of a server draws its pictures.
      120_000,
    );

    const [ofCrew, ofStranger] = rule.seats?.[visibility] ?? [rule[visibility][3], rule[visibility][1]];
    const needsAccount = accountCalls.includes(call);
    test.each([
      ["a seat on the crew", needsAccount ? 403 : ofCrew],
      ["a seat of another squad", needsAccount ? 403 : ofStranger],
    ] as const)("%s gets %i", async (seat, status) => {
      const reply = await sendTo(call, isPublic, async (world) => {
        const who = await newSeat(swell, seat === "a seat on the crew" ? world : { squad: await newEmptySquad() });
        if (seat === "a seat on the crew") await giveThingsOfCrew(who.id, world);
        return { who, id: who.id };
      });
      expect(`${reply.status} ${reply.status === status ? "" : reply.text}`.trim()).toBe(String(status));
      if (needsAccount) expect(reply.body["code"]).toBe("account_needed");
    });
  });
});

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, freshDatabase } from "../testing/database.ts";
import { newId } from "../platform/db/id.ts";
import { rightsStore } from "./rights-store.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

describe("PostgreSQL inlines", () => {
  const id = sql`null::uuid`;
  test.each([
    ["viewer_of", sql`select from viewer_of('\\x00')`],
    ["rights_in", sql`select v.may_see from people u cross join rights_in(u.id, null, ${id}) v`],
    ["media_rights", sql`select r.may_see from media m cross join media_rights(m.uploader_id, m.id, null) r`],
    ["trips_of", sql`select from people u where u.id in (select trip_id from trips_of(u.id))`],
    ["known_person", sql`select u.id from media m cross join known_person(m.uploader_id, ${id}) u`],
    ["squad_opens", sql`select from squads s where squad_opens(s, 'code')`],
  ])("%s", async (name, statement) => {
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain verbose ${statement}`.execute(database.db);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).not.toContain("Function Scan");
    expect(plan).not.toContain(`${name}(`);
  });
});

test("nothing is allowed in a squad or on a trip that does not exist", async () => {
  const rights = rightsStore(database);
  const nothing = {
    squadId: null,
    role: null,
    isDemo: false,
    isCrew: false,
    isInSquad: false,
    isSquadAdmin: false,
    isMember: false,
    isOrganizer: false,
    mayInvite: false,
    maySee: false,
  };
  expect(await rights.inSquad(newId(), newId())).toEqual(nothing);
  expect(await rights.onTrip(newId(), newId())).toEqual(nothing);
  expect(await rights.toPhotos(newId(), [newId()])).toEqual([]);
});

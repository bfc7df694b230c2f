import { afterAll, beforeAll, expect, test } from "vitest";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { add } from "../../media/fixtures/uploading.ts";
import { type Body, type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { newSiteAdmin, siteAdminsOfTests } from "../../testing/site-admins.ts";

let swell: TestApp;
let rita: TestPerson;
beforeAll(async () => {
  swell = await openTestApp(siteAdminsOfTests);
  rita = await newSiteAdmin(swell);
});
afterAll(() => swell.close());

test("the largest squads come first, with the counts of their galleries, page by page", async () => {
  const [small, large] = [await newTrip(swell, { crew: ["ana"] }), await newTrip(swell, { crew: ["bo", "cleo"] })];
  const empty = String((await large.ana.post("/api/squads", { name: "No Photo Yet" })).body["id"]);
  const sizes: number[] = [];
  for (const album of [`/api/trips/${large.trip}`, `/api/squads/${large.squad}`]) {
    const photo = await jpeg();
    sizes.push(photo.length);
    await add(swell, large.ana, album, photo);
  }
  await add(swell, small.ana, `/api/trips/${small.trip}`, await jpeg());

  const listed: Body[] = [];
  let calls = 0;
  for (let url: string | undefined = "/api/admin/squads?limit=1"; url; calls++) {
    const { body, headers } = await rita.get(url);
    listed.push(...rows(body));
    url = /<(.*)>/.exec(String(headers["link"] ?? ""))?.[1];
  }
  expect(calls).toBe(3);
  expect(listed.map(({ id }) => String(id))).toEqual([large.squad, small.squad, empty]);
  expect(listed[0]).toEqual({
    id: large.squad,
    name: "Dawn Patrol",
    since: expect.stringMatching(/Z$/),
    members: 2,
    trips: 1,
    photos: 2,
    bytes: sizes[0]! + sizes[1]!,
  });
  expect(listed[2]).toMatchObject({ photos: 0, bytes: 0 });

  const { body } = await rita.get("/api/admin");
  expect(body).toMatchObject({
    accounts: 4,
    seats: 0,
    squads: 3,
    trips: 2,
    photos: 3,
    readOnly: null,
    lastBackup: null,
  });
  expect(Number(body["bytes"])).toBe(Number(listed[0]!["bytes"]) + Number(listed[1]!["bytes"]));
});

test("backups that are whole are listed, newest first", async () => {
  const taken = (name: string, hours: number) => ({
    name,
    place: "/backups",
    ended_at: new Date(Date.UTC(2026, 10, 28, hours)),
    database_bytes: 4096,
    photo_files: 2,
  });
  const rowsOf = [taken("2026-11-28T03-00-00Z", 3), taken("2026-11-28T04-00-00Z", 4)];
  await swell.database.db.insertInto("taken_backups").values(rowsOf).execute();
  const newest = {
    name: "2026-11-28T04-00-00Z",
    place: "/backups",
    endedAt: "2026-11-28T04:00:00.000Z",
    databaseBytes: 4096,
    photoFiles: 2,
  };
  const { body } = await rita.get("/api/admin/backups");
  expect(rows(body)).toHaveLength(2);
  expect(rows(body)[0]).toEqual(newest);
  expect((await rita.get("/api/admin")).body["lastBackup"]).toEqual(newest);
});

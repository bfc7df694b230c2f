import { afterAll, beforeAll, expect, test } from "vitest";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { add } from "../../media/fixtures/uploading.ts";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { newSeat } from "../../testing/seats.ts";
import { newSiteAdmin, siteAdminsOfTests } from "../../testing/site-admins.ts";

let swell: TestApp;
let rita: TestPerson;
beforeAll(async () => {
  swell = await openTestApp(siteAdminsOfTests);
  rita = await newSiteAdmin(swell);
});
afterAll(() => swell.close());

const people = async (query = "") => rows((await rita.get(`/api/admin/people${query}`)).body);
const isIn = async (who: TestPerson) => (await who.get("/api/auth/user")).status === 200;
const endSessions = (id: string) => rita.post(`/api/admin/people/${id}/end-sessions`, {});
const actions = async () => rows((await rita.get("/api/admin/actions")).body);

test("the list has names and counts, and goes on page by page", async () => {
  const { ana, bo, trip, squad } = await newTrip(swell, { crew: ["ana", "bo"] });
  const seat = await newSeat(swell, { squad });
  const photo = await jpeg();
  await add(swell, bo!, `/api/trips/${trip}`, photo);
  const found = await people();
  expect(found.find(({ id }) => String(id) === bo!.id)).toEqual({
    id: bo!.id,
    name: "Bo Berg",
    isSeat: false,
    since: expect.stringMatching(/Z$/),
    lastSeenAt: expect.stringMatching(/:00:00\.000Z$/),
    squads: 1,
    photos: 1,
    bytes: photo.length,
  });
  expect(found.find(({ id }) => String(id) === seat.id)).toMatchObject({ isSeat: true, squads: 1, photos: 0 });
  // The invented people of examples are nobody.
  const demo = newId();
  const squadOf = { id: demo, name: "Example", description: "", photo_url: null, invite_code: demo, demo_of: ana.id };
  await swell.database.db.insertInto("squads").values(squadOf).execute();
  const invented = { id: newId(), first_name: "Kai", last_name: "Berg", demo_squad_id: demo };
  await swell.database.db.insertInto("people").values(invented).execute();
  const names = (await people()).map(({ id }) => String(id));
  const paged: string[] = [];
  for (let url: string | undefined = "/api/admin/people?limit=2"; url;) {
    const { body, headers } = await rita.get(url);
    paged.push(...rows(body).map(({ id }) => String(id)));
    url = /<(.*)>/.exec(String(headers["link"] ?? ""))?.[1];
  }
  expect(paged).toEqual(names);
  expect(names).toHaveLength(4);
});

test("a search finds the beginning of a name or last name, and no pattern", async () => {
  const cleo = await swell.person("cleo");
  for (const search of ["cle", "CLEO B", "Cleo%20Berg"])
    expect((await people(`?search=${search}`)).map(({ id }) => String(id))).toEqual([cleo.id]);
  expect((await people("?search=berg")).length).toBeGreaterThan(3);
  for (const search of ["leo", "%25", "_leo", "%5C", "eo berg"]) expect(await people(`?search=${search}`)).toEqual([]);
});

test("a site admin logs somebody out, who sees that; the last name on it may go", async () => {
  const { dora, emil } = await swell.people("dora", "emil");
  expect((await endSessions(dora.id)).status).toBe(204);
  expect([await isIn(dora), await isIn(emil)]).toEqual([false, true]);
  const again = await swell.visitor.post("/api/login", { email: dora.email, password: dora.password });
  expect(again.status).toBe(200);
  const cookie = String(again.headers["set-cookie"]).split(";")[0]!;
  const seen = await swell.visitor.get("/api/account/admin-actions", undefined, { cookie });
  expect(seen.body).toEqual([
    { id: expect.any(String), at: expect.stringMatching(/Z$/), action: "sessions_ended", by: "admin" },
  ]);
  expect((await emil.get("/api/account/admin-actions")).body).toEqual([]);
  expect((await actions())[0]).toMatchObject({
    action: "sessions_ended",
    by: "admin",
    byName: "Rita Berg",
    person: { id: dora.id, name: "Dora Berg" },
    detail: null,
  });
  const gone = await swell.visitor.delete(
    "/api/account",
    { confirm: dora.email, password: dora.password },
    { cookie, "content-type": "application/json" },
  );
  expect(gone.status).toBe(204);
  expect((await actions())[0]).toMatchObject({ action: "sessions_ended", byName: "Rita Berg", person: null });
});

test("an action stays when the account of its site admin goes", async () => {
  const sam = await newSiteAdmin(swell, "sam");
  const flo = await swell.person("flo");
  expect((await sam.post(`/api/admin/people/${flo.id}/end-sessions`, {})).status).toBe(204);
  expect((await sam.delete("/api/account", { confirm: sam.email, password: sam.password })).status).toBe(204);
  expect((await actions())[0]).toMatchObject({ by: "admin", byName: null, person: { id: flo.id } });
});

test("a seat is not logged out, because nothing would let it in again", async () => {
  const { squad } = await newTrip(swell, { crew: ["gus"] });
  const seat = await newSeat(swell, { squad });
  expect(await endSessions(seat.id)).toMatchObject({ status: 409, body: { key: "seat_not_logged_out" } });
  expect((await seat.get("/api/auth/user")).status).toBe(200);
});

test("two site admins at once log somebody out once each, and both are written down", async () => {
  const hana = await swell.person("hana");
  const before = (await actions()).length;
  const replies = await Promise.all([endSessions(hana.id), endSessions(hana.id), endSessions(hana.id)]);
  expect(replies.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect((await actions()).length).toBe(before + 3);
});

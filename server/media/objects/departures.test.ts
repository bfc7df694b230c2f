import { afterAll, beforeAll, expect, test } from "vitest";
import { type Reply, type TestApp, client, openTestApp } from "../../testing/app.ts";
import { newSquad, newTrip } from "../../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** The cookies that a reply sets, as `name=value`. */
const cookiesOf = ({ headers }: Reply) =>
  [headers["set-cookie"] ?? []].flat().map((cookie) => String(cookie).split(";")[0]!);
/** Any call that answers with the session's person. */
const call = "/api/auth/user";

test("a removed member's next reply changes a cookie, once, in each of their browsers", async () => {
  const { ana, bo, squad } = await newSquad(swell, "ana", "bo");
  const { email, password } = bo!;
  const second = cookiesOf(await swell.visitor.post("/api/login", { email, password }));
  const before = `access=${bo!.id}.0`;
  expect(second).toContain(before);
  const browsers = [bo!.cookie, second.find((cookie) => cookie.startsWith("session="))!];
  for (const cookie of browsers)
    expect(cookiesOf(await client(swell.app, `${cookie}; ${before}`).get(call))).toEqual([]);
  expect((await ana.delete(`/api/squads/${squad}/members/${bo!.id}`)).status).toBe(204);
  for (const cookie of browsers) {
    const changed = cookiesOf(await client(swell.app, cookie).get(call));
    expect(changed).toEqual([`access=${bo!.id}.1`]);
    const next = client(swell.app, `${cookie}; ${changed[0]}`);
    expect(cookiesOf(await next.get(call))).toEqual([]);
  }
  expect(cookiesOf(await ana.get(call))).toEqual([`access=${ana.id}.0`]);
});

test("leaving a squad or a crew changes the cookie too", async () => {
  const { ana, bo, cleo, trip, squad } = await newTrip(swell, { crew: ["ana", "bo", "cleo"] });
  await bo!.post(`/api/squads/${squad}/leave`, {});
  await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id] });
  for (const person of [bo!, cleo!]) expect(cookiesOf(await person.get(call))[0]).toMatch(/^access=[\w-]+\.[1-9]/);
});

test("a session that ended elsewhere changes the cookie, and a new one does again", async () => {
  const ana = await swell.person("ana");
  const { email, password, cookie } = ana;
  await swell.database.db.deleteFrom("sessions").where("user_id", "=", ana.id).execute();
  expect(cookiesOf(await ana.get(call))).toEqual(["access=ended"]);
  const again = await client(swell.app, `${cookie}; access=ended`).post("/api/login", { email, password });
  const session = cookiesOf(again).find((one) => one.startsWith("session="))!;
  expect(cookiesOf(again)).toContain(`access=${ana.id}.0`);
  expect(cookiesOf(await client(swell.app, `${session}; access=ended`).get(call))).toEqual([`access=${ana.id}.0`]);
});

test("the session of a browser that was left without a connection ends", async () => {
  const ana = await swell.person("ana");
  const left = client(swell.app, `${ana.cookie}; access=left`);
  // A call that proves the session itself ends nothing, and answers nothing.
  expect((await left.get("/api/dashboard")).status).toBe(401);
  expect((await ana.get(call)).status).toBe(200);
  const ended = await left.get(call);
  expect(ended.status).toBe(401);
  expect(cookiesOf(ended).toSorted()).toEqual(["access=", "session="]);
  expect((await ana.get(call)).status).toBe(401);
  const { email, password } = ana;
  const again = await left.post("/api/login", { email, password });
  expect(cookiesOf(again)).toContain(`access=${ana.id}.0`);
});

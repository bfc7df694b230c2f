import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type CallName, calls } from "#contract/calls.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { announce, arrived, largePng, patch } from "../../media/fixtures/pieces.ts";
import { addressFor, put } from "../../media/fixtures/uploading.ts";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, type TestPerson, client, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { mailTo } from "../../testing/outbox.ts";
import { ageProofs, newSiteAdmin, siteAdminsOfTests } from "../../testing/site-admins.ts";

let swell: TestApp;
let rita: TestPerson;
beforeAll(async () => {
  swell = await openTestApp(siteAdminsOfTests);
  rita = await newSiteAdmin(swell);
});
afterEach(async () => void (await turn(false)));
afterAll(() => swell.close());

const turn = (isOn: boolean, message?: string, who = rita) => who.put("/api/admin/read-only", { isOn, message });
const actions = async () => rows((await rita.get("/api/admin/actions")).body);
const refused = { status: 503, body: { code: "read_only", key: "read_only" } };

test("people read on, and what they write is refused with the message", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  expect((await ana.get("/api/public/site")).body).toEqual({ readOnly: null });
  const state = { readOnly: { since: expect.stringMatching(/Z$/), message: "We move house until noon." } };
  expect((await turn(true, "  We move\nhouse until noon. ")).body).toEqual(state);
  expect((await swell.visitor.get("/api/public/site")).body).toEqual(state);

  const reply = await ana.put(`/api/trips/${trip}`, { name: "Peniche" });
  expect(reply).toMatchObject({
    status: 503,
    body: {
      code: "read_only",
      key: "read_only_because",
      values: { message: "We move house until noon." },
      error: "Nothing can be changed here at the moment: We move house until noon.",
    },
    headers: { "retry-after": "30" },
  });
  expect((await ana.get(`/api/trips/${trip}`)).body["trip"]).toMatchObject({ name: "Ericeira ’26" });
  // Another message replaces the first, and the moment stays.
  expect((await turn(true)).body["readOnly"]).toMatchObject({ message: null });
  expect(await ana.put(`/api/trips/${trip}`, {})).toMatchObject(refused);
  expect((await turn(false)).body).toEqual({ readOnly: null });
  expect((await ana.patch("/api/auth/user", { bio: "Back" })).status).toBe(200);
  expect((await actions()).slice(0, 3)).toMatchObject([
    { action: "read_only_off", detail: null },
    { action: "read_only_on", detail: null },
    { action: "read_only_on", detail: "We move house until noon.", byName: "Rita Berg" },
  ]);
  const count = (await actions()).length;
  await turn(false);
  expect((await actions()).length).toBe(count);
});

test("every call that writes is refused, but for those that say otherwise", async () => {
  const ana = await swell.person("ana");
  await turn(true);
  const passing: string[] = [];
  for (const name of Object.keys(calls) as CallName[]) {
    const [method, path] = name.split(" ") as [string, string];
    if (method === "GET") continue;
    const url = path.replaceAll(/:\w+/g, newId());
    const { status, body } = await ana[method.toLowerCase() as "post"](url, {});
    if (status === 503) expect([name, body]).toMatchObject([name, refused.body]);
    else passing.push(name);
  }
  const open = (Object.entries(calls) as [CallName, Endpoint][]).filter(([, { worksReadOnly }]) => worksReadOnly);
  expect(passing.toSorted()).toEqual(open.map(([name]) => name).toSorted());
  expect(passing).toEqual(expect.arrayContaining(["POST /api/login", "POST /api/logout", "POST /api/media/zips"]));
  expect(passing.filter((name) => name.includes("admin"))).toEqual(["PUT /api/admin/read-only"]);
  expect((await ana.post("/api/nothing-here", {})).status).toBe(404);
});

test("people log in and out, and a site admin proves themselves", async () => {
  const bo = await swell.person("bo");
  await turn(true);
  const login = await swell.visitor.post("/api/login", { email: bo.email, password: bo.password });
  expect(login.status).toBe(200);
  const other = client(swell.app, String(login.headers["set-cookie"]).split(";")[0]!);
  expect((await bo.delete("/api/sessions")).status).toBe(204);
  expect((await other.get("/api/auth/user")).status).toBe(401);
  expect((await bo.post("/api/logout", {})).status).toBe(204);
  await ageProofs(swell, rita.id, 11);
  expect((await turn(false)).status).toBe(403);
  expect((await rita.post("/api/password/proof", { password: rita.password })).status).toBe(204);
  expect((await turn(false)).status).toBe(200);
  const person = { firstName: "Eve", lastName: "Berg", password: "eve-likes-waves", email: "eve@example.org" };
  await turn(true);
  expect(await swell.visitor.post("/api/register", person)).toMatchObject(refused);
});

test("another server refuses within two seconds, and takes writes again after that", async () => {
  const ana = await swell.person("ana");
  const other = await openTestApp(siteAdminsOfTests, swell.database);
  const there = client(other.app, ana.cookie);
  const write = async () => (await there.patch("/api/auth/user", { bio: "Waves" })).status;
  expect(await write()).toBe(200);
  await turn(true);
  await sleep(1500);
  expect(await write()).toBe(503);
  await turn(false);
  await sleep(1500);
  expect(await write()).toBe(200);
  await other.close();
});

test("an upload in pieces stops and goes on where it was", async () => {
  const { ana } = await newTrip(swell, { crew: ["ana"] });
  const bytes = await largePng();
  const half = 100_000;
  const url = await announce(ana, bytes.length);
  const simple = await addressFor(ana);
  expect(await patch(swell, ana, url, 0, bytes.subarray(0, half))).toMatchObject({ status: 204, offset: half });
  await turn(true);
  expect(await patch(swell, ana, url, half, bytes.subarray(half))).toMatchObject(refused);
  expect((await put(swell, ana, simple, await jpeg())).status).toBe(503);
  // Where it stopped can be asked meanwhile.
  expect(await arrived(swell, ana, url)).toEqual({ status: 200, offset: half });
  await turn(false);
  expect(await patch(swell, ana, url, half, bytes.subarray(half))).toMatchObject({ status: 204, offset: bytes.length });
  expect((await put(swell, ana, simple, await jpeg())).status).toBe(200);
});

test("what was promised before is finished: mails go out", async () => {
  const running = await openTestApp(siteAdminsOfTests, swell.database);
  await running.app.listen({ port: 0, host: "127.0.0.1" });
  const ana = await running.person("ana");
  await turn(true);
  await mailTo(running.parts.config.dataDir, ana.email, 1, true);
  await running.close();
});

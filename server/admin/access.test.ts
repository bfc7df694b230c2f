import { afterAll, beforeAll, expect, test } from "vitest";
import { adminCalls } from "#contract/admin.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { authenticator } from "../accounts/passkeys/fixtures/authenticator.ts";
import { addTo, beginSignIn, signInWith } from "../accounts/passkeys/fixtures/browser.ts";
import { newId } from "../platform/db/id.ts";
import { type Client, type TestApp, type TestPerson, client, openTestApp } from "../testing/app.ts";
import { newSquad } from "../testing/builders.ts";
import { newSeat } from "../testing/seats.ts";
import { ageProofs, newSiteAdmin, siteAdminsOfTests } from "../testing/site-admins.ts";

let swell: TestApp;
let rita: TestPerson;
beforeAll(async () => {
  swell = await openTestApp(siteAdminsOfTests);
  rita = await newSiteAdmin(swell);
});
afterAll(() => swell.close());

const calls = Object.entries(adminCalls as Readonly<Record<string, Endpoint>>)
  .filter(([, { access }]) => access === "admin")
  .map(([name]) => name.split(" ") as [method: string, path: string]);

const send = (who: Client, [method, path]: [string, string]) =>
  who[method.toLowerCase() as "get" | "post" | "put"](
    path.replace(":id", newId()),
    method === "GET" ? undefined : { isOn: "no", queue: 7 },
  );
const look = async (who: Client) => (await who.get("/api/admin")).status;

test("for everybody but site admins, no admin call exists", async () => {
  expect(calls.length).toBeGreaterThan(12);
  const { ana, squad } = await newSquad(swell, "ana");
  const seat = await newSeat(swell, { squad });
  for (const call of calls) {
    const unknown = await send(ana, [call[0], "/api/admin/nothing-here"]);
    for (const who of [swell.visitor, ana, seat]) {
      const { status, text } = await send(who, call);
      expect([status, text], call.join(" ")).toEqual([404, unknown.text]);
    }
  }
});

test("an address counts only while it is a confirmed address of an account", async () => {
  const sam = await newSiteAdmin(swell, "sam");
  const change = (set: object) =>
    swell.database.db.updateTable("accounts").set(set).where("person_id", "=", sam.id).execute();
  expect(await look(sam)).toBe(200);
  expect((await sam.get("/api/account")).body["isSiteAdmin"]).toBe(true);
  await change({ email_confirmed_at: null });
  expect(await look(sam)).toBe(404);
  expect((await sam.get("/api/account")).body["isSiteAdmin"]).toBe(false);
  await change({ email_confirmed_at: new Date(), email: "other@example.org", email_key: "other@example.org" });
  expect(await look(sam)).toBe(404);
  // A person who registers the free address becomes a site admin when they confirm it.
  const person = { firstName: "Eve", lastName: "Berg", password: "eve-likes-waves", email: "sam@example.org" };
  const eve = await swell.visitor.post("/api/register", person);
  expect(eve.status).toBe(201);
  expect(await look(client(swell.app, String(eve.headers["set-cookie"]).split(";")[0]!))).toBe(404);
});

test("a proof lasts ten minutes, and looking around does not extend it", async () => {
  const again = await swell.visitor.post("/api/login", { email: rita.email, password: rita.password });
  const other = client(swell.app, String(again.headers["set-cookie"]).split(";")[0]!);
  await ageProofs(swell, rita.id, 9);
  expect(await look(rita)).toBe(200);
  await ageProofs(swell, rita.id, 2);
  const refused = await rita.get("/api/admin");
  expect(refused).toMatchObject({ status: 403, body: { code: "proof_needed", key: "prove_again" } });
  for (const call of calls) expect((await send(rita, call)).status, call.join(" ")).toBe(403);

  expect((await rita.post("/api/password/proof", { password: "wrong" })).status).toBe(400);
  expect(await look(rita)).toBe(403);
  expect((await rita.post("/api/password/proof", { password: rita.password })).status).toBe(204);
  expect(await look(rita)).toBe(200);
  // The proof is this session's.
  expect(await look(other)).toBe(403);
  await ageProofs(swell, rita.id, 11);
  expect(await look(rita)).toBe(403);
});

test("a passkey of one's own is a proof, and that of somebody else is none", async () => {
  const admin = await swell.visitor.post("/api/login", { email: rita.email, password: rita.password });
  const me = client(swell.app, String(admin.headers["set-cookie"]).split(";")[0]!);
  const device = authenticator();
  expect((await addTo(swell, me, device)).status).toBe(201);
  const bo = await swell.person("bo");
  const foreign = authenticator();
  await addTo(swell, bo, foreign);
  await ageProofs(swell, rita.id, 11);
  const prove = async (by: typeof device) => {
    const { browser, options } = await beginSignIn(swell, me);
    return browser.post("/api/passkeys/proof", { credential: by.sign(options) });
  };
  expect(await prove(foreign)).toMatchObject({ status: 400, body: { key: "passkey_unknown" } });
  expect(await look(me)).toBe(403);
  expect((await prove(device)).status).toBe(204);
  expect(await look(me)).toBe(200);
  // It proves nothing for what demands a password.
  expect((await me.get("/api/passkeys")).status).toBe(200);
  // A login by passkey is a proof too.
  await ageProofs(swell, rita.id, 11);
  expect(await look((await signInWith(swell, device)).signedIn)).toBe(200);
  // A used answer is worth nothing.
  const { browser, options } = await beginSignIn(swell, me);
  const credential = device.sign(options);
  expect((await browser.post("/api/passkeys/proof", { credential })).status).toBe(204);
  expect((await browser.post("/api/passkeys/proof", { credential })).status).toBe(409);
});

test("without ADMINS nobody runs the site", async () => {
  const other = await openTestApp({}, swell.database);
  expect(await look(client(other.app, rita.cookie))).toBe(404);
  await other.close();
});

test("wrong types and cursors get 400", async () => {
  await rita.post("/api/password/proof", { password: rita.password });
  for (const path of [
    "people?limit=0",
    "people?limit=1000",
    "squads?cursor=x",
    "jobs?cursor=WyJ4Il0",
    "actions?cursor=WzFd",
  ])
    expect([path, (await rita.get(`/api/admin/${path}`)).status]).toEqual([path, 400]);
  for (const body of [{}, { isOn: "yes" }, { isOn: true, message: "x".repeat(201) }])
    expect((await rita.put("/api/admin/read-only", body)).status).toBe(400);
  expect((await rita.post("/api/admin/jobs/retry", {})).status).toBe(400);
  for (const path of [
    "people/x/end-sessions",
    `people/${newId()}/end-sessions`,
    "jobs/x/retry",
    `jobs/${newId()}/retry`,
  ])
    expect((await rita.post(`/api/admin/${path}`, {})).status).toBe(404);
  expect((await rita.post(`/api/admin/mails/${newId()}/retry`, {})).status).toBe(404);
});

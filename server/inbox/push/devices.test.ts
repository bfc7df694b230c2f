import { createECDH } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StandInPushService, openPushService } from "../../../try/stand-ins/push-service.ts";
import { type Network, isPublic } from "../../platform/http/public-network.ts";
import { type TestApp, type TestPerson, client, openTestApp, rows } from "../../testing/app.ts";
import { openSecrets } from "../../platform/secrets/secrets.ts";
import { inboxRecordsOf } from "../own-records-store.ts";
import { siteKeyOf } from "./site-key.ts";

let service: StandInPushService;
let swell: TestApp;
/** What DNS answers, where the stand-in does not. */
const hosts = new Map<string, readonly string[]>();
beforeAll(async () => {
  service = await openPushService();
  const network: Network = {
    ...service.network,
    resolve: async (host) => hosts.get(host) ?? service.network.resolve(host),
    isAllowed: (address) => address === "127.0.0.1" || isPublic(address),
  };
  swell = await openTestApp({}, undefined, { network });
});
afterAll(async () => {
  await swell.close();
  await service.close();
});

const add = (who: Pick<TestPerson, "post">, { subscription } = service.subscribe(), agent = firefox) =>
  who.post("/api/push/devices", subscription, { "user-agent": agent });
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const devicesOf = async (who: TestPerson) => rows((await who.get("/api/push")).body["devices"]);

test("a browser gets pushes until it is removed, and only its owner removes it", async () => {
  const { ana, bo } = await swell.people("ana", "bo");
  const added = await add(ana);
  expect(added.status).toBe(201);
  expect(added.body).toEqual({ id: expect.any(String), name: "Firefox on Linux", addedAt: expect.any(String) });
  const reply = await ana.get("/api/push");
  expect(reply.body).toEqual({
    publicKey: expect.stringMatching(/^[\w-]{87}$/),
    devices: [added.body],
    discreet: false,
  });
  const id = String(added.body["id"]);
  expect((await bo.delete(`/api/push/devices/${id}`)).status).toBe(404);
  expect(await devicesOf(bo)).toEqual([]);
  expect((await ana.delete(`/api/push/devices/${id}`)).status).toBe(204);
  expect((await ana.delete(`/api/push/devices/${id}`)).status).toBe(404);
  expect(await devicesOf(ana)).toEqual([]);
});

test("the same endpoint is one browser, of whoever added it last", async () => {
  const { ana, bo } = await swell.people("ana", "bo");
  const browser = service.subscribe();
  const [first, again] = [await add(ana, browser), await add(ana, browser)];
  expect(again.body["id"]).toBe(first.body["id"]);
  expect(await devicesOf(ana)).toHaveLength(1);
  expect((await add(bo, browser)).status).toBe(201);
  expect([(await devicesOf(ana)).length, (await devicesOf(bo)).length]).toEqual([0, 1]);
  const { endpoint } = browser.subscription;
  // The subscription belongs to Bo now, so Ana's session cannot end it.
  expect((await ana.post("/api/push/devices/forget", { endpoint })).status).toBe(204);
  expect(await devicesOf(bo)).toHaveLength(1);
  expect((await bo.post("/api/push/devices/forget", { endpoint })).status).toBe(204);
  expect((await bo.post("/api/push/devices/forget", { endpoint })).status).toBe(204);
  expect(await devicesOf(bo)).toEqual([]);
});

test("the eleventh browser ends the oldest", async () => {
  const ana = await swell.person("ana");
  const ids: string[] = [];
  for (let n = 0; n < 11; n++) ids.push(String((await add(ana)).body["id"]));
  expect((await devicesOf(ana)).map(({ id }) => String(id))).toEqual(ids.slice(1).toReversed());
});

test("pushes end with their session", async () => {
  const ana = await swell.person("ana");
  await add(ana);
  const login = await swell.visitor.post("/api/login", { email: ana.email, password: ana.password });
  const phone = client(swell.app, String(login.headers["set-cookie"]).split(";")[0]!);
  await add(phone);
  expect(await devicesOf(ana)).toHaveLength(2);
  await phone.post("/api/logout", {});
  expect(await devicesOf(ana)).toHaveLength(1);
  await sql`update sessions set expires_at = now() where user_id = ${ana.id}`.execute(swell.database.db);
  const back = await swell.visitor.post("/api/login", { email: ana.email, password: ana.password });
  const again = client(swell.app, String(back.headers["set-cookie"]).split(";")[0]!);
  expect((await again.get("/api/push")).body["devices"]).toEqual([]);
});

test.each([
  "http://push.example/to/me",
  "https://push.example:8443/to/me",
  "https://me:secret@push.example/to/me",
  "https://me@push.example/to/me",
  "https://127.0.0.1/to/me",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://0177.0.0.1/",
  "https://8.8.8.8/",
  "https://[::1]/",
  "https://[2001:4860:4860::8888]/",
  "https://inside.example/",
  "https://mixed.example/",
  "https://nowhere.example/",
  "https://empty.example/",
  "ftp://push.example/",
  "javascript:alert(1)",
  "push.example",
  `https://push.example/${"x".repeat(1000)}`,
])("no push goes to %s", async (endpoint) => {
  hosts.set("inside.example", ["10.0.0.7"]);
  hosts.set("mixed.example", ["93.184.216.34", "::ffff:169.254.169.254"]);
  hosts.set("empty.example", []);
  const ana = await swell.person("ana");
  const { keys } = service.subscribe().subscription;
  const reply = await ana.post("/api/push/devices", { endpoint, keys });
  expect(reply.status).toBe(400);
  expect(await devicesOf(ana)).toEqual([]);
});

const ofCurve = () => createECDH("prime256v1").generateKeys();
test.each([
  ["a point that is not on the curve", Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]), Buffer.alloc(16)],
  [
    "a compressed point",
    Buffer.from(createECDH("prime256v1").generateKeys("hex", "compressed"), "hex"),
    Buffer.alloc(16),
  ],
  ["a short secret", ofCurve(), Buffer.alloc(15)],
  ["a long secret", ofCurve(), Buffer.alloc(17)],
  ["no point", Buffer.alloc(0), Buffer.alloc(16)],
])("a browser with %s is refused", async (_, p256dh, auth) => {
  const ana = await swell.person("ana");
  const { endpoint } = service.subscribe().subscription;
  const keys = { p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") };
  expect((await ana.post("/api/push/devices", { endpoint, keys })).status).toBe(400);
});

test("servers that start at once use one key, and a lost secret key makes a new one", async () => {
  const { database, parts } = swell;
  const dataDir = parts.config.dataDir;
  const ana = await swell.person("ana");
  await add(ana);
  await database.db.deleteFrom("secrets").where("name", "=", "push").execute();
  const keys = await Promise.all(
    Array.from({ length: 6 }, () => siteKeyOf(database, openSecrets({ keys: null, dataDir }))()),
  );
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
  const { value } = await database.db
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", "push")
    .executeTakeFirstOrThrow();
  expect(value.includes(keys[0]!.privateKey)).toBe(false);
  expect(await devicesOf(ana)).toHaveLength(1);
  const other = openSecrets({ keys: [Buffer.alloc(32, 1)], dataDir });
  const fresh = await siteKeyOf(database, other)();
  expect(fresh.publicKey).not.toBe(keys[0]!.publicKey);
  // Browsers have to subscribe again, with the new key.
  expect(await devicesOf(ana)).toEqual([]);
});

test("topics of pushes and discretion are kept, and an old page changes neither", async () => {
  const ana = await swell.person("ana");
  const chosen = { off: [], noMail: ["photos"], noPush: ["likes"], quiet: null };
  expect((await ana.put("/api/inbox/settings", chosen)).body).toMatchObject(chosen);
  const old = { off: [], noMail: [], quiet: null };
  expect((await ana.put("/api/inbox/settings", old)).body).toMatchObject({ ...old, noPush: ["likes"] });
  expect((await ana.put("/api/push/discreet", { discreet: true })).body).toMatchObject({ discreet: true });
  expect((await ana.get("/api/push")).body).toMatchObject({ discreet: true });
  expect((await ana.put("/api/push/discreet", { discreet: "yes" })).status).toBe(400);
});

test("while the site is read-only nobody subscribes, and browsers can be removed", async () => {
  const ana = await swell.person("ana");
  const { id } = (await add(ana)).body;
  await sql`insert into read_only (message) values ('Moving house')`.execute(swell.database.db);
  try {
    const later = await openTestApp({}, swell.database, { network: service.network });
    const there = client(later.app, ana.cookie);
    expect((await add(there)).status).toBe(503);
    expect((await there.put("/api/push/discreet", { discreet: true })).status).toBe(503);
    expect((await there.post("/api/push/devices/forget", { endpoint: "https://push.example/" })).status).toBe(204);
    expect((await there.delete(`/api/push/devices/${String(id)}`)).status).toBe(204);
    await later.close();
  } finally {
    await sql`delete from read_only`.execute(swell.database.db);
  }
});

test("the export names browsers without their secrets, and the deletion ends them", async () => {
  const ana = await swell.person("ana");
  const browser = service.subscribe();
  await add(ana, browser);
  const { endpoint, keys } = browser.subscription;
  const records = JSON.stringify(await inboxRecordsOf(swell.database)(ana.id));
  expect(records).toContain("Firefox on Linux");
  for (const secret of [endpoint, keys.p256dh, keys.auth]) expect(records).not.toContain(secret);
  await sql`delete from people where id = ${ana.id}`.execute(swell.database.db);
  const left = swell.database.db.selectFrom("push_devices").select("id").where("endpoint", "=", endpoint);
  expect(await left.execute()).toEqual([]);
});

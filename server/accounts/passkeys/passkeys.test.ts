import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, client, openTestApp, rows } from "../../testing/app.ts";
import { collectLog } from "../../testing/security-log/collect-log.ts";
import { authenticator } from "./fixtures/authenticator.ts";
import { addTo, beginSignIn, beginToAdd, signInWith } from "./fixtures/browser.ts";

let swell: TestApp;
const log = collectLog();
const provider = { issuer: "https://id.example.org" };
beforeAll(async () => {
  const environment = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: "us", OIDC_CLIENT_SECRET: "hush" };
  swell = await openTestApp({ ...environment, LOG_LEVEL: "warn" }, undefined, { logTo: log.logTo });
});
afterAll(() => swell.close());

const withPasskey = async (name: string) => {
  const person = await swell.person(name);
  const device = authenticator();
  const added = await addTo(swell, person, device);
  expect(added.status).toBe(201);
  return { person, device, id: String(added.body["id"]) };
};
const age = (userId: string) =>
  sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${userId}`.execute(
    swell.database.db,
  );
const linkElsewhere = (userId: string, issuer: string) =>
  sql`insert into identities (id, user_id, issuer, subject) values (gen_random_uuid(), ${userId}, ${issuer}, ${userId})`.execute(
    swell.database.db,
  );
const forgetPassword = (id: string) =>
  swell.database.db.updateTable("accounts").set({ password_hash: null }).where("person_id", "=", id).execute();

describe("a passkey", () => {
  test("is added, signs in from any browser, is renamed and removed", async () => {
    const ana = await swell.person("ana");
    const device = authenticator();
    const { browser, options } = await beginToAdd(swell, ana);
    expect(options).toMatchObject({
      rp: { id: "localhost", name: "Swellmates" },
      user: { name: ana.email, displayName: "Ana Berg" },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.0 Safari/604.1";
    const added = await browser.post(
      "/api/passkeys",
      { credential: device.create(options) },
      { "user-agent": userAgent },
    );
    expect(added).toMatchObject({ status: 201, body: { name: "Safari on iPhone", lastUsedAt: null } });
    const id = String(added.body["id"]);

    const { reply, signedIn } = await signInWith(swell, device);
    expect(reply).toMatchObject({ status: 200, body: { id: ana.id, email: ana.email } });
    expect((await signedIn.get("/api/auth/user")).body["id"]).toBe(ana.id);
    const [listed] = rows((await ana.get("/api/passkeys")).body);
    expect(listed).toMatchObject({ id, name: "Safari on iPhone", lastUsedAt: expect.stringMatching(/Z$/) });

    expect((await ana.patch(`/api/passkeys/${id}`, { name: " My phone " })).body["name"]).toBe("My phone");
    expect((await ana.patch(`/api/passkeys/${id}`, { name: " " })).status).toBe(400);
    expect((await ana.delete(`/api/passkeys/${id}`)).status).toBe(204);
    expect((await ana.delete(`/api/passkeys/${id}`)).status).toBe(404);
    const removed = await signInWith(swell, device);
    expect(removed.reply).toMatchObject({
      status: 401,
      body: { error: "This passkey is not known here. It may have been removed. Please log in another way." },
    });
  });

  test("is registered once for each device", async () => {
    const { person, device } = await withPasskey("bo");
    const { options } = await beginToAdd(swell, person);
    const known = device.sign({ challenge: "x" }).id;
    expect(options).toMatchObject({
      excludeCredentials: [{ id: known, type: "public-key", transports: ["internal"] }],
    });
    const again = await addTo(swell, person, device);
    expect(again).toMatchObject({ status: 409, body: { error: "This passkey is registered already." } });
    const stranger = await swell.person("lou");
    expect((await addTo(swell, stranger, device)).status).toBe(409);
  });

  test("replaces the session of the browser", async () => {
    const { device } = await withPasskey("cy");
    const planted = await swell.person("eve");
    const { browser, options } = await beginSignIn(swell, planted);
    await browser.post("/api/passkeys/sign-in", { credential: device.sign(options) });
    expect((await planted.get("/api/auth/user")).status).toBe(401);
  });

  test("is limited to twenty for each account, also in parallel", async () => {
    const dora = await swell.person("dora");
    for (let i = 0; i < 18; i++) expect((await addTo(swell, dora, authenticator())).status).toBe(201);
    const offers = [];
    for (let i = 0; i < 4; i++) offers.push(await beginToAdd(swell, dora));
    const answers = await Promise.all(
      offers.map(({ browser, options }) =>
        browser.post("/api/passkeys", { credential: authenticator().create(options) }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 201, 409, 409]);
    expect((await dora.post("/api/passkeys/options", {})).body["error"]).toBe(
      "You have 20 passkeys already. Please remove one that you no longer use.",
    );
  });

  test("needs the password ten minutes after login", async () => {
    const fay = await swell.person("fay");
    await age(fay.id);
    const without = await fay.post("/api/passkeys/options", {});
    expect(without).toMatchObject({
      status: 409,
      body: { code: "confirmation_needed", issues: [{ path: "password" }] },
    });
    const wrong = await fay.post("/api/passkeys/options", { password: "not it" });
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: "password" }] } });
    expect((await fay.post("/api/passkeys/options", { password: fay.password })).status).toBe(200);
    await forgetPassword(fay.id);
    const nothing = await fay.post("/api/passkeys/options", {});
    expect(nothing.body["error"]).toBe("Please log out and log in again first, so that we know it is you.");
    expect(nothing.body).not.toHaveProperty("issues");
  });

  test("cannot be removed if nothing else opens the account", async () => {
    const { person, id } = await withPasskey("gil");
    const second = String((await addTo(swell, person, authenticator())).body["id"]);
    await forgetPassword(person.id);
    const both = await Promise.all([id, second].map((one) => person.delete(`/api/passkeys/${one}`)));
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409]);
    expect(both.find(({ status }) => status === 409)!.body["error"]).toBe(
      "This passkey is your only way in. Please set a password first.",
    );
  });

  test("can be removed if the configured provider opens the account", async () => {
    const { person, id } = await withPasskey("gus");
    await forgetPassword(person.id);
    expect((await person.delete(`/api/passkeys/${id}`)).status).toBe(409);
    // A provider that is not configured opens nothing.
    await linkElsewhere(person.id, "https://gone.example.org");
    expect((await person.delete(`/api/passkeys/${id}`)).status).toBe(409);
    await linkElsewhere(person.id, provider.issuer);
    expect((await person.delete(`/api/passkeys/${id}`)).status).toBe(204);
  });

  test("of another person is not found", async () => {
    const { id } = await withPasskey("hal");
    const ina = await swell.person("ina");
    expect((await ina.patch(`/api/passkeys/${id}`, { name: "Mine" })).status).toBe(404);
    expect((await ina.delete(`/api/passkeys/${id}`)).status).toBe(404);
    expect(rows((await ina.get("/api/passkeys")).body)).toEqual([]);
  });
});

describe("a sign-in is refused", () => {
  const refused = { status: 401, body: { code: "wrong_credentials" } };
  const late = { status: 409, body: { error: "This took too long, or was begun elsewhere. Please try again." } };

  test.each([
    ["for another origin", { origin: "http://evil.example" }],
    ["for our host with another scheme", { origin: "https://localhost" }],
    ["for another host", { rpId: "evil.example" }],
    ["for another challenge", { challenge: "c29tZXRoaW5nIGVsc2U" }],
    ["without user verification", { unverified: true }],
    ["with the type of a registration", { type: "webauthn.create" }],
    ["with an unknown user handle", { userHandle: "AAAA" }],
  ])("%s", async (_, overrides) => {
    const { device } = await withPasskey("kai");
    expect((await signInWith(swell, device, overrides)).reply).toMatchObject(refused);
    expect((await signInWith(swell, device)).reply.status).toBe(200);
  });

  test("when a response is sent again", async () => {
    const { device } = await withPasskey("lea");
    const { browser, options } = await beginSignIn(swell);
    const credential = device.sign(options);
    expect((await browser.post("/api/passkeys/sign-in", { credential })).status).toBe(200);
    expect(await browser.post("/api/passkeys/sign-in", { credential })).toMatchObject(late);
  });

  test("in another browser", async () => {
    const { device } = await withPasskey("mia");
    const [hers, other] = [await beginSignIn(swell), await beginSignIn(swell)];
    const stolen = await other.browser.post("/api/passkeys/sign-in", { credential: device.sign(hers.options) });
    expect(stolen).toMatchObject(refused);
    const without = await swell.visitor.post("/api/passkeys/sign-in", { credential: device.sign(hers.options) });
    expect(without).toMatchObject(late);
  });

  test("after five minutes", async () => {
    const { device } = await withPasskey("ned");
    const { browser, options } = await beginSignIn(swell);
    await sql`update passkey_challenges set expires_at = now() - interval '1 second'`.execute(swell.database.db);
    expect(await browser.post("/api/passkeys/sign-in", { credential: device.sign(options) })).toMatchObject(late);
    // New challenges delete expired ones.
    for (let i = 0; i < 3; i++) await beginSignIn(swell);
    const { rows: old } = await sql`select from passkey_challenges where expires_at < now()`.execute(swell.database.db);
    expect(old).toEqual([]);
  });

  test("with another person's passkey, and with another device's signature", async () => {
    const [{ person: ana }, { device: bos }] = [await withPasskey("ana"), await withPasskey("bo")];
    const handle = Buffer.from(ana.id.replaceAll("-", ""), "hex").toString("base64url");
    expect((await signInWith(swell, bos, { userHandle: handle })).reply).toMatchObject(refused);
    const other = authenticator();
    const { browser, options } = await beginSignIn(swell);
    const real = bos.sign(options);
    const { userHandle } = real.response;
    const mixed = { ...real, response: other.sign(options, { userHandle }).response };
    expect(await browser.post("/api/passkeys/sign-in", { credential: mixed })).toMatchObject(refused);
  });

  test("with a counter that does not rise, and the security log says so", async () => {
    const before = log.told().length;
    const { person, device, id } = await withPasskey("olaf");
    expect((await signInWith(swell, device, { counter: 10 })).reply.status).toBe(200);
    for (const counter of [9, 10, 0]) {
      const { reply } = await signInWith(swell, device, { counter });
      expect(reply.body["error"]).toContain("it looks copied");
      expect(reply.status).toBe(401);
    }
    const copied = { event: "passkey_copied", account: person.id, passkey: id };
    const told = log.told().slice(before);
    expect(told.filter(({ event }) => event === "passkey_copied")).toEqual([copied, copied, copied]);
    expect((await signInWith(swell, device, { counter: 11 })).reply.status).toBe(200);
  });

  test("when the passkey is removed just before the session starts", async () => {
    const { device } = await withPasskey("ruth");
    const { browser, options } = await beginSignIn(swell);
    const run = (statement: string) => sql.raw(statement).execute(swell.database.db);
    await run(`create function remove_used() returns trigger language plpgsql as
      'begin delete from passkeys where id = new.id; return null; end'`);
    await run("create trigger used after update on passkeys for each row execute function remove_used()");
    try {
      const late = await browser.post("/api/passkeys/sign-in", { credential: device.sign(options) });
      expect(late).toMatchObject(refused);
      expect(late.body["error"]).toContain("removed just now");
      expect(late.headers["set-cookie"]).toBeUndefined();
    } finally {
      await run("drop function remove_used cascade");
    }
  });

  test("but not for a device without a counter", async () => {
    const pia = await swell.person("pia");
    const device = authenticator();
    await addTo(swell, pia, device, { counter: 0 });
    for (let i = 0; i < 2; i++) expect((await signInWith(swell, device, { counter: 0 })).reply.status).toBe(200);
  });
});

describe("adding is refused", () => {
  test.each([
    ["for another origin", { origin: "http://evil.example" }],
    ["for another host", { rpId: "evil.example" }],
    ["without user verification", { unverified: true }],
    ["for another challenge", { challenge: "c29tZXRoaW5nIGVsc2U" }],
  ])("%s", async (_, overrides) => {
    const rosa = await swell.person("rosa");
    const reply = await addTo(swell, rosa, authenticator(), overrides);
    expect(reply).toMatchObject({
      status: 400,
      body: { error: "This passkey could not be checked. Please try again." },
    });
    expect(rows((await rosa.get("/api/passkeys")).body)).toEqual([]);
  });

  test("for options that were used, are another person's, or are for a sign-in", async () => {
    const { sam, tom } = await swell.people("sam", "tom");
    const { browser, options } = await beginToAdd(swell, sam);
    const tie = browser.cookie.split("; ").at(-1)!;
    const toms = client(swell.app, `${tom.cookie}; ${tie}`);
    expect((await toms.post("/api/passkeys", { credential: authenticator().create(options) })).status).toBe(409);
    expect((await browser.post("/api/passkeys", { credential: authenticator().create(options) })).status).toBe(409);
    const signIn = await beginSignIn(swell, sam);
    const misused = authenticator().create({ ...signIn.options, user: { id: "AAAA" } });
    expect((await signIn.browser.post("/api/passkeys", { credential: misused })).status).toBe(409);
  });
});

test("passkeys belong to the configured address, not to the host of the request", async () => {
  const site = await openTestApp({ PUBLIC_URL: "https://trips.example.org" });
  try {
    const una = await site.person("una");
    const headers = { host: "evil.example" };
    const offer = await una.post("/api/passkeys/options", {}, headers);
    expect(offer.body["rp"]).toEqual({ id: "trips.example.org", name: "Swellmates" });
    expect([offer.headers["set-cookie"]].flat().map(String)).toContainEqual(
      expect.stringMatching(/^__Secure-passkey=.*Path=\/api\/passkeys; HttpOnly; Secure; SameSite=Strict/),
    );
    expect((await addTo(site, una, authenticator())).status).toBe(400);
    const device = authenticator({ origin: "https://trips.example.org", rpId: "trips.example.org" });
    expect((await addTo(site, una, device)).status).toBe(201);
    expect((await signInWith(site, device)).reply.status).toBe(200);
  } finally {
    await site.close();
  }
});

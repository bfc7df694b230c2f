import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestPerson, rows } from "../../testing/app.ts";
import { type TestBrowser, browserOf } from "../../testing/browser.ts";
import { signInAtProvider } from "../../../try/stand-ins/identity-provider-pages.ts";
import { linkIn, mailTo } from "../../testing/outbox.ts";
import { type WithProvider, openWithProvider } from "../../testing/with-provider.ts";

let world: WithProvider;
beforeAll(async () => {
  world = await openWithProvider({ GOOGLE_PHOTOS_URL: "http://127.0.0.1:1" });
});
afterAll(() => world.close());
beforeEach(() => {
  world.provider.asked.length = 0;
});

const linkPath = "/api/auth/google/link?return=%2Faccount";
const someone = () => world.newcomer("bo").login;
const browserFor = (person: TestPerson) => world.browserFor(person);
const link = (browser: TestBrowser, login: string, path = linkPath) => world.signInByProvider(browser, login, path);
const linkedOf = async (person: TestPerson) => rows((await person.get("/api/account/identities")).body["linked"]);

test("an account is linked, shown, logged in with and unlinked", async () => {
  const bo = await world.swell.person("bo");
  const before = await bo.get("/api/account/identities");
  expect(before.body).toEqual({ linked: [], canLink: { name: "Google", slug: "google" } });
  const login = someone();
  const browser = await browserFor(bo);
  expect(await link(browser, login, "/api/auth/google/link?return=%2Ftrips%2F1%3Fphoto%3D2%23x")).toBe(
    "/trips/1?photo=2&success=account_linked#x",
  );
  // The session is still Bo's.
  expect((await browser.ask("/api/auth/user"))!["id"]).toBe(bo.id);
  const after = await bo.get("/api/account/identities");
  expect(after.body).toEqual({
    linked: [
      {
        id: expect.any(String),
        provider: "Google",
        email: `${login}@example.org`,
        linkedAt: expect.any(String),
        opensPhotos: false,
      },
    ],
    canLink: null,
  });
  // Linking again succeeds and makes no second link.
  expect(await link(browser, login)).toBe("/account?success=account_linked");
  expect(await linkedOf(bo)).toHaveLength(1);

  const elsewhere = browserOf(world.swell.app);
  const { location } = await elsewhere.open("/api/auth/google");
  expect((await elsewhere.open(await signInAtProvider(location, { login }))).location).toBe("/");
  expect((await elsewhere.ask("/api/auth/user"))!["id"]).toBe(bo.id);

  const id = String((await linkedOf(bo))[0]!["id"]);
  const [cleo] = [await world.swell.person("cleo")];
  expect((await cleo.delete(`/api/account/identities/${id}`)).status).toBe(404);
  expect((await world.swell.visitor.delete(`/api/account/identities/${id}`)).status).toBe(401);
  expect((await bo.delete(`/api/account/identities/${id}`)).status).toBe(204);
  expect((await bo.delete(`/api/account/identities/${id}`)).status).toBe(404);
  expect(await linkedOf(bo)).toEqual([]);
});

test("a provider account links to one account, and an account to one provider account", async () => {
  const [bo, cleo] = [await world.swell.person("bo"), await world.swell.person("cleo")];
  const [login, other] = [someone(), someone()];
  expect(await link(await browserFor(bo), login)).toBe("/account?success=account_linked");
  expect(await link(await browserFor(cleo), login)).toBe("/account?error=link_failed&reason=in_use");
  expect(await link(await browserFor(bo), other)).toBe("/account?error=link_failed&reason=another_linked");
  expect(await linkedOf(cleo)).toEqual([]);
  expect(await linkedOf(bo)).toHaveLength(1);
  // Of two links at once, one succeeds.
  const third = someone();
  const ends = await Promise.all(
    [await world.swell.person("dora"), await world.swell.person("eve")].map(async (who) =>
      link(await browserFor(who), third),
    ),
  );
  expect(ends.sort()).toEqual(["/account?error=link_failed&reason=in_use", "/account?success=account_linked"]);
});

test("linking begins on this site, with a session", async () => {
  const bo = await world.swell.person("bo");
  for (const site of ["cross-site", "same-site"])
    expect((await (await browserFor(bo)).open(linkPath, { "sec-fetch-site": site })).location).toBe(
      "/account?error=invalid_session",
    );
  expect((await browserOf(world.swell.app).open(linkPath)).location).toBe(
    "/auth?return=%2Faccount&error=login_required",
  );
  expect((await (await browserFor(bo)).open(linkPath, { "sec-fetch-site": "none" })).location).toContain(
    world.provider.issuer,
  );
});

test("linking from a page of somebody else goes back and links nothing", async () => {
  const [bo, cleo] = [await world.swell.person("bo"), await world.swell.person("cleo")];
  const browser = await browserFor(bo);
  expect((await browser.open(`${linkPath}&person=${cleo.id}`)).location).toBe("/account");
  expect((await browser.open(`${linkPath}&person=${bo.id}`)).location).toContain(world.provider.issuer);
});

test("linking fails if the session changed since it began", async () => {
  const [bo, cleo] = [await world.swell.person("bo"), await world.swell.person("cleo")];
  for (const swap of [
    (browser: TestBrowser) => browser.cookies.set("session", cleo.cookie.slice("session=".length)),
    (browser: TestBrowser) => browser.cookies.delete("session"),
    (browser: TestBrowser) => browser.cookies.set("session", "x".repeat(43)),
  ]) {
    const browser = await browserFor(bo);
    const { location } = await browser.open(linkPath);
    const callback = await signInAtProvider(location, { login: someone() });
    swap(browser);
    expect((await browser.open(callback)).location).toBe("/account?error=invalid_session");
    // Also not later, with the first session again.
    browser.cookies.set("session", bo.cookie.slice("session=".length));
    expect((await browser.open(callback)).location).toBe("/account?error=invalid_session");
  }
  // A session that ended on the server.
  const ended = await browserFor(bo);
  const { location } = await ended.open(linkPath);
  const callback = await signInAtProvider(location, { login: someone() });
  await world.swell.database.db.deleteFrom("sessions").where("user_id", "=", bo.id).execute();
  expect((await ended.open(callback)).location).toBe("/account?error=invalid_session");
  expect(await linkedOf(cleo)).toEqual([]);
  const all = await world.swell.database.db.selectFrom("identities").selectAll().where("user_id", "=", bo.id).execute();
  expect(all).toEqual([]);
});

test("the last thing that opens an account cannot be unlinked", async () => {
  const browser = browserOf(world.swell.app);
  const { location } = await browser.open("/api/auth/google");
  await browser.open(await signInAtProvider(location, { login: someone() }));
  const cookie = `session=${browser.cookies.get("session")}`;
  const send = async (id: string) =>
    world.swell.app.inject({ method: "DELETE", url: `/api/account/identities/${id}`, headers: { cookie } });
  const id = String(rows((await browser.ask("/api/account/identities"))!["linked"])[0]!["id"]);
  const refused = await send(id);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    error: "This is your only way in. Please set a password first, and then unlink it.",
  });
  const me = String((await browser.ask("/api/auth/user"))!["id"]);
  // A provider that is not configured any more opens nothing.
  const former = { id: me, user_id: me, issuer: "https://id.example.org", subject: me, email: null };
  await world.swell.database.db.insertInto("identities").values(former).execute();
  expect(rows((await browser.ask("/api/account/identities"))!["linked"])).toContainEqual(
    expect.objectContaining({ provider: "id.example.org" }),
  );
  expect((await send(id)).statusCode).toBe(409);
  await world.swell.database.db
    .insertInto("passkeys")
    .values({
      id,
      user_id: me,
      credential_id: Buffer.from("a"),
      public_key: Buffer.from("b"),
      counter: 0,
      transports: [],
      name: "Phone",
    })
    .execute();
  expect((await send(id)).statusCode).toBe(204);
});

test("of the last two ways to sign in, removed at once, one stays", async () => {
  for (let round = 0; round < 5; round++) {
    const browser = browserOf(world.swell.app);
    const { location } = await browser.open("/api/auth/google");
    await browser.open(await signInAtProvider(location, { login: someone() }));
    const me = String((await browser.ask("/api/auth/user"))!["id"]);
    const link = String(rows((await browser.ask("/api/account/identities"))!["linked"])[0]!["id"]);
    const passkey = { id: link, user_id: me, credential_id: Buffer.from(me), public_key: Buffer.from("b") };
    const { db } = world.swell.database;
    await db
      .insertInto("passkeys")
      .values({ ...passkey, counter: 0, transports: [], name: "Phone" })
      .execute();
    const headers = { cookie: `session=${browser.cookies.get("session")}` };
    const gone = await Promise.all(
      [`/api/account/identities/${link}`, `/api/passkeys/${link}`].map((url) =>
        world.swell.app.inject({ method: "DELETE", url, headers }),
      ),
    );
    expect(gone.map(({ statusCode }) => String(statusCode)).sort()).toEqual(["204", "409"]);
  }
});

test("a reset removes links made before the address was confirmed", async () => {
  const bo = await world.swell.person("bo");
  const login = someone();
  await link(await browserFor(bo), login);
  await world.swell.visitor.post("/api/password/forgot", { email: bo.email });
  const token = linkIn(await mailTo(world.swell.parts.config.dataDir, bo.email)).searchParams.get("token");
  expect((await world.swell.visitor.post("/api/password/reset", { token, password: "mine for good" })).status).toBe(
    200,
  );
  const browser = browserOf(world.swell.app);
  const { location } = await browser.open("/api/auth/google");
  expect((await browser.open(await signInAtProvider(location, { login }))).location).toBe("/");
  expect((await browser.ask("/api/auth/user"))!["id"]).not.toBe(bo.id);
});

test("a deleted account deletes its links, and an export lists them", async () => {
  const bo = await world.swell.person("bo");
  const login = someone();
  await link(await browserFor(bo), login, `${linkPath}&with=photos`);
  const zip = await bo.get("/api/account/export");
  expect(zip.text).toContain(`"subject": "${login}"`);
  expect(zip.text).not.toMatch(/access_token|refresh/);
  world.provider.asked.length = 0;
  const { status } = await bo.delete("/api/account", { confirm: bo.email, password: bo.password });
  expect(status).toBe(204);
  expect(world.provider.asked).toContain("POST /token/revocation");
  const left = await world.swell.database.db
    .selectFrom("identities")
    .selectAll()
    .where("subject", "=", login)
    .execute();
  expect(left).toEqual([]);
  // The same provider account can register again.
  const browser = browserOf(world.swell.app);
  const { location } = await browser.open("/api/auth/google");
  expect((await browser.open(await signInAtProvider(location, { login }))).location).toBe("/");
});

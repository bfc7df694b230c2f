import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestBrowser, browserOf } from "../../testing/browser.ts";
import { signInAtProvider } from "../../../try/stand-ins/identity-provider-pages.ts";
import type { ProviderPerson } from "../../../try/stand-ins/identity-provider.ts";
import { linkIn, mailTo } from "../../testing/outbox.ts";
import { type WithProvider, openWithProvider } from "../../testing/with-provider.ts";

let world: WithProvider;
beforeAll(async () => {
  world = await openWithProvider({ PUBLIC_URL: "https://trips.test" });
});
afterAll(() => world.close());
beforeEach(() => {
  world.provider.forge = null;
});

const someone = (claims?: ProviderPerson) => world.newcomer("ana", claims);
const signInByProvider = (browser: TestBrowser, login: string, path?: string) =>
  world.signInByProvider(browser, login, path);
const nameOf = async (browser: TestBrowser) => (await browser.ask("/api/auth/user"))?.["firstName"] ?? null;

test("a first sign-in makes an account, and later ones open the same", async () => {
  const { login, email } = someone();
  const browser = browserOf(world.swell.app);
  expect(await signInByProvider(browser, login, "/api/auth/google?return=%2Fmembers%3Fa%3D1")).toBe("/members?a=1");
  const user = await browser.ask("/api/auth/user");
  expect(user).toMatchObject({ firstName: "Ana", lastName: "Berg", email });
  const session = browser.cookies.get("__Host-session");
  // An address that the provider calls verified is confirmed.
  const row = world.swell.database.db.selectFrom("accounts").selectAll().where("email", "=", email);
  expect(await row.executeTakeFirstOrThrow()).toMatchObject({
    email_confirmed_at: expect.any(Date),
    password_hash: null,
  });

  const again = browserOf(world.swell.app);
  world.provider.people.set(login, { email: "moved@example.org", email_verified: false });
  expect(await signInByProvider(again, login)).toBe("/");
  expect(await again.ask("/api/auth/user")).toEqual(user);
  // A signed-in browser keeps its session.
  expect((await browser.open("/api/auth/google")).location).toBe("/");
  expect(browser.cookies.get("__Host-session")).toBe(session);
});

test("the request has code, PKCE, state and nonce, and the cookie is HttpOnly", async () => {
  const { headers } = await world.swell.app.inject({ url: "/api/auth/google" });
  const asked = new URL(String(headers.location)).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: "https://trips.test/api/auth/google/callback",
    scope: "openid email profile",
  });
  expect(String(headers["set-cookie"])).toMatch(
    /^__Secure-identity=[\w-]{43}; Max-Age=600; Path=\/api\/auth\/google; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(headers["cache-control"]).toBe("no-store");
  // The database has neither state nor nonce, so its content cannot finish a flow.
  const flows = await world.swell.database.db.selectFrom("identity_flows").selectAll().execute();
  const text = JSON.stringify(flows.map((flow) => Object.values(flow).map(String)));
  expect(text).not.toContain(asked.get("state"));
  expect(text).not.toContain(asked.get("nonce"));
});

test("a page that a browser loads ahead begins no flow and ends none", async () => {
  const { login } = someone();
  const ahead = { "sec-purpose": "prefetch;prerender", "sec-fetch-site": "none" };
  const counted = () => world.swell.database.db.selectFrom("identity_flows").select("state_hash").execute();
  const before = await counted();
  for (const url of ["/api/auth/google", "/api/auth/google/link"]) {
    const { statusCode, headers } = await world.swell.app.inject({ url, headers: ahead });
    expect([statusCode, headers["set-cookie"]]).toEqual([503, undefined]);
  }
  expect(await counted()).toEqual(before);

  const browser = browserOf(world.swell.app);
  const callback = await signInAtProvider((await browser.open("/api/auth/google")).location, { login });
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const { pathname, search } = new URL(callback);
  const early = await world.swell.app.inject({ url: pathname + search, headers: { ...ahead, cookie } });
  expect([early.statusCode, early.headers["set-cookie"]]).toEqual([503, undefined]);
  expect((await browser.open(callback)).location).toBe("/");
  expect(await nameOf(browser)).toBe("Ana");
});

test("names are made from the claims that are there", async () => {
  for (const [claims, firstName, lastName] of [
    [{ given_name: undefined, family_name: undefined, name: "Ana Maria Berg" }, "Ana", "Maria Berg"],
    [{ given_name: "Ana", family_name: undefined }, "Ana", ""],
    [{ given_name: undefined, family_name: undefined }, "Ana", expect.any(String)],
    [{ given_name: "A".repeat(500), family_name: "\u0000 \u200b" }, "A".repeat(60), ""],
    [{ given_name: 7, family_name: ["x"], name: { a: 1 } }, "Ana", expect.any(String)],
    [{ given_name: "Zoë\u0000\n", family_name: "O’Neil" }, "Zoë", "O’Neil"],
  ] as const) {
    const { login } = someone(claims);
    const browser = browserOf(world.swell.app);
    expect(await signInByProvider(browser, login)).toBe("/");
    expect(await browser.ask("/api/auth/user"), JSON.stringify(claims)).toMatchObject({ firstName, lastName });
  }
});

test("a sign-in without an email address is refused with a reason", async () => {
  for (const email of [undefined, "not an address", 7, `${"x".repeat(300)}@example.org`]) {
    const { login } = someone({ email });
    const browser = browserOf(world.swell.app);
    expect(await signInByProvider(browser, login, "/api/auth/google?return=%2Fawards")).toBe(
      "/auth?return=%2Fawards&error=email_missing",
    );
    expect(await nameOf(browser)).toBeNull();
  }
});

test("an unverified address makes an account without confirming the address", async () => {
  for (const verified of [false, undefined, "true", 1]) {
    const { login, email } = someone({ email_verified: verified });
    const browser = browserOf(world.swell.app);
    expect(await signInByProvider(browser, login)).toBe("/");
    const row = world.swell.database.db.selectFrom("accounts").select("email_confirmed_at").where("email", "=", email);
    expect((await row.executeTakeFirstOrThrow()).email_confirmed_at).toBeNull();
    // The owner gets a confirmation mail, as after registering.
    const letter = await mailTo(world.swell.parts.config.dataDir, email, 1, true);
    expect(linkIn(letter).pathname).toBe("/confirm-email");
  }
});

test("an account opens by its address only if provider and account confirmed it", async () => {
  const refusedTo = "/auth?error=account_exists";
  for (const [isVerified, isConfirmed] of [
    [true, false],
    [false, true],
    [false, false],
    [true, true],
  ] as const) {
    const bo = await world.swell.person("bo");
    if (isConfirmed)
      await world.swell.database.db
        .updateTable("accounts")
        .set({ email_confirmed_at: new Date() })
        .where("person_id", "=", bo.id)
        .execute();
    const { login } = someone({ email: bo.email.toUpperCase(), email_verified: isVerified });
    const browser = browserOf(world.swell.app);
    const isMatch = isVerified && isConfirmed;
    expect(await signInByProvider(browser, login)).toBe(isMatch ? "/" : refusedTo);
    expect((await browser.ask("/api/auth/user"))?.["id"] ?? null).toBe(isMatch ? bo.id : null);
    expect((await bo.get("/api/account/identities")).body["linked"]).toHaveLength(isMatch ? 1 : 0);
    if (!isMatch) continue;
    // The account is linked now: another provider account with the same address is refused.
    const other = someone({ email: bo.email });
    expect(await signInByProvider(browserOf(world.swell.app), other.login)).toBe(refusedTo);
  }
});

test("five first sign-ins at once make one account", async () => {
  const { login, email } = someone();
  const browsers = Array.from({ length: 5 }, () => browserOf(world.swell.app));
  const callbacks = await Promise.all(
    browsers.map(async (browser) => signInAtProvider((await browser.open("/api/auth/google")).location, { login })),
  );
  const ends = await Promise.all(browsers.map((browser, i) => browser.open(callbacks[i]!)));
  expect(ends.map(({ location }) => location)).toEqual(["/", "/", "/", "/", "/"]);
  const ids = await Promise.all(browsers.map(async (browser) => String((await browser.ask("/api/auth/user"))!["id"])));
  expect(new Set(ids).size).toBe(1);
  const there = world.swell.database.db.selectFrom("accounts").select("email").where("email", "=", email);
  expect(await there.execute()).toHaveLength(1);
});

test("a sign-in returns only to pages of this site", async () => {
  for (const away of [
    "https://evil.test/",
    "//evil.test/x",
    "/\\evil.test",
    "/\t/evil.test",
    "/.//evil.test",
    "javascript:alert(1)",
    "/api/logout",
    "/auth?return=/x",
    "/x/../api/logout",
    `/${"x".repeat(3000)}`,
  ]) {
    const { login } = someone();
    const path = `/api/auth/google?return=${encodeURIComponent(away)}`;
    expect(await signInByProvider(browserOf(world.swell.app), login, path), away).toBe("/");
  }
  const { login } = someone();
  expect(
    await signInByProvider(browserOf(world.swell.app), login, "/api/auth/google?return=/awards&return=/members"),
  ).toBe("/");
});

test("cancelling at the provider returns with a message", async () => {
  const browser = browserOf(world.swell.app);
  const { location } = await browser.open("/api/auth/google?return=%2Fawards");
  const callback = await signInAtProvider(location, { login: "", cancel: true });
  expect((await browser.open(callback)).location).toBe("/auth?return=%2Fawards&error=cancelled");
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp } from "../../testing/app.ts";
import { type TestBrowser, browserOf } from "../../testing/browser.ts";
import { signInAtProvider } from "../../../try/stand-ins/identity-provider-pages.ts";
import type { Forged } from "../../../try/stand-ins/identity-provider.ts";
import { type WithProvider, openWithProvider } from "../../testing/with-provider.ts";

let world: WithProvider;
/** A second server on the same database. */
let secondServer: TestApp;
beforeAll(async () => {
  world = await openWithProvider();
  secondServer = await world.another();
});
afterAll(async () => {
  await secondServer.close();
  await world.close();
});
beforeEach(() => {
  world.provider.forge = null;
});

const refused = "/auth?error=refused";
const expired = "/auth?error=expired";

/** The callback URL to which the provider sends this browser back. */
async function callbackFor(browser: TestBrowser, { login } = world.newcomer("eve")): Promise<URL> {
  const { location } = await browser.open("/api/auth/google");
  return new URL(await signInAtProvider(location, { login }));
}
const isIn = async (browser: TestBrowser) => (await browser.ask("/api/auth/user")) !== null;

/** Returns with a changed callback, which must not sign in. */
async function tampered(change: (callback: URL) => void): Promise<string> {
  const browser = browserOf(world.swell.app);
  const callback = await callbackFor(browser);
  change(callback);
  const { location } = await browser.open(callback.href);
  expect(await isIn(browser)).toBe(false);
  return location;
}

test("a changed callback is refused", async () => {
  const set = (name: string, value: string) => (callback: URL) => callback.searchParams.set(name, value);
  expect(await tampered(set("state", "x".repeat(43)))).toBe(expired);
  expect(await tampered(set("state", ""))).toBe(expired);
  expect(await tampered((callback) => callback.searchParams.delete("state"))).toBe(expired);
  expect(await tampered((callback) => callback.searchParams.append("state", "x".repeat(43)))).toBe(expired);
  expect(await tampered(set("code", "invented"))).toBe(refused);
  expect(await tampered((callback) => callback.searchParams.append("code", "another"))).toBe(refused);
  expect(await tampered((callback) => callback.searchParams.delete("code"))).toBe(refused);
  // The response of another provider (mix-up attack).
  expect(await tampered(set("iss", "https://evil.test"))).toBe(refused);
  expect(await tampered((callback) => callback.searchParams.delete("iss"))).toBe(refused);
});

test.each<[string, (claims: Forged["claims"]) => Forged]>([
  ["another nonce", (claims) => ({ claims: { ...claims, nonce: "x".repeat(43) } })],
  ["no nonce", (claims) => ({ claims: { ...claims, nonce: undefined } })],
  ["another issuer", (claims) => ({ claims: { ...claims, iss: "https://evil.test" } })],
  ["another audience", (claims) => ({ claims: { ...claims, aud: "somebody-else" } })],
  [
    "two audiences, authorized for another client",
    (claims) => ({ claims: { ...claims, aud: ["swellmates", "x"], azp: "x" } }),
  ],
  ["two audiences and no authorized party", (claims) => ({ claims: { ...claims, aud: ["swellmates", "x"] } })],
  ["an expiry in the past", (claims) => ({ claims: { ...claims, exp: Math.floor(Date.now() / 1000) - 120 } })],
  ["no expiry", (claims) => ({ claims: { ...claims, exp: undefined } })],
  ["no subject", (claims) => ({ claims: { ...claims, sub: undefined } })],
  ["a subject that differs from the user info", (claims) => ({ claims: { ...claims, sub: "somebody-else" } })],
  ["another signer's signature", (claims) => ({ claims, byStranger: true })],
])("an ID token with %s does not sign in", async (_, forge) => {
  world.provider.forge = forge;
  const browser = browserOf(world.swell.app);
  const callback = await callbackFor(browser);
  expect((await browser.open(callback.href)).location).toBe(refused);
  expect(await isIn(browser)).toBe(false);
});

test("the same token with valid claims signs in", async () => {
  world.provider.forge = (claims) => ({ claims: { ...claims, aud: ["swellmates", "x"], azp: "swellmates" } });
  const browser = browserOf(world.swell.app);
  expect((await browser.open((await callbackFor(browser)).href)).location).toBe("/");
  expect(await isIn(browser)).toBe(true);
});

test("a callback works once, and a code only in its own flow", async () => {
  const browser = browserOf(world.swell.app);
  const callback = await callbackFor(browser);
  expect((await browser.open(callback.href)).location).toBe("/");
  browser.cookies.delete("session");
  expect((await browser.open(callback.href)).location).toBe(expired);
  expect(await isIn(browser)).toBe(false);

  // The used code with a fresh state.
  const again = await callbackFor(browser);
  again.searchParams.set("code", callback.searchParams.get("code")!);
  expect((await browser.open(again.href)).location).toBe(refused);

  // Another browser's fresh code: PKCE binds a code to its browser.
  const victim = browserOf(world.swell.app);
  const theirs = await callbackFor(victim);
  const mine = await callbackFor(browser);
  mine.searchParams.set("code", theirs.searchParams.get("code")!);
  expect((await browser.open(mine.href)).location).toBe(refused);
  expect(await isIn(browser)).toBe(false);
});

test("a callback is refused in another browser and still works in its own", async () => {
  const [mine, theirs] = [browserOf(world.swell.app), browserOf(world.swell.app)];
  const callback = await callbackFor(mine);
  expect((await theirs.open(callback.href)).location).toBe(expired);
  // Also refused with a flow cookie of its own.
  await theirs.open("/api/auth/google");
  expect((await theirs.open(callback.href)).location).toBe(expired);
  expect(await isIn(theirs)).toBe(false);
  expect((await mine.open(callback.href)).location).toBe("/");
});

test("a flow does not replace a session that changed since it began", async () => {
  const bo = await world.swell.person("bo");
  const session = bo.cookie.slice("session=".length);
  const browser = browserOf(world.swell.app);
  const callback = await callbackFor(browser);
  browser.cookies.set("session", session);
  // Bo logged in by password during the flow, so the callback only returns to the page.
  expect((await browser.open(callback.href)).location).toBe("/");
  expect((await browser.ask("/api/auth/user"))!["id"]).toBe(bo.id);
  // Signed in, the browser begins no other sign-in.
  expect((await browser.open("/api/auth/google?return=/awards")).location).toBe("/awards");
});

test("another site cannot begin a sign-in", async () => {
  const browser = browserOf(world.swell.app);
  for (const site of ["cross-site", "same-site"]) {
    const { location } = await browser.open("/api/auth/google?return=/awards", { "sec-fetch-site": site });
    expect(location).toBe("/auth?return=%2Fawards");
  }
  expect(browser.cookies.size).toBe(0);
});

test("two tabs can sign in at once", async () => {
  const browser = browserOf(world.swell.app);
  const [first, second] = [await callbackFor(browser), await callbackFor(browser)];
  expect((await browser.open(first.href)).location).toBe("/");
  browser.cookies.delete("session");
  expect((await browser.open(second.href)).location).toBe("/");
});

test("a flow expires after ten minutes, and can end on another server", async () => {
  const browser = browserOf(world.swell.app);
  const late = await callbackFor(browser);
  const { db } = world.swell.database;
  const flow = db.selectFrom("identity_flows").select("expires_at").orderBy("expires_at", "desc");
  const left = (await flow.executeTakeFirstOrThrow()).expires_at.getTime() - Date.now();
  expect(left).toBeGreaterThan(9.5 * 60_000);
  expect(left).toBeLessThanOrEqual(10 * 60_000);
  await db
    .updateTable("identity_flows")
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute();
  expect((await browser.open(late.href)).location).toBe(expired);
  // The next flow deletes expired ones.
  const callback = await callbackFor(browser);
  const old = db.selectFrom("identity_flows").selectAll().where("expires_at", "<", new Date());
  expect((await old.execute()).length).toBe(0);

  const elsewhere = browserOf(secondServer.app);
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
  expect((await elsewhere.open(callback.href)).location).toBe("/");
  expect(await isIn(elsewhere)).toBe(true);
});

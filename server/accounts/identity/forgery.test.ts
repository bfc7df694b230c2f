import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp } from "../../testing/app.ts";
import { type TestBrowser, browserOf } from "../../testing/browser.ts";
import { comeBackFrom } from "../../testing/identity-provider-pages.ts";
import type { Forged } from "../../testing/identity-provider.ts";
import { type WithProvider, openWithProvider } from "../../testing/with-provider.ts";

let world: WithProvider;
/** Another server on the same database. */
let beside: TestApp;
beforeAll(async () => {
  world = await openWithProvider();
  beside = await world.another();
});
afterAll(async () => {
  await beside.close();
  await world.close();
});
beforeEach(() => {
  world.provider.forge = null;
});

const refused = "/auth?error=refused";
const expired = "/auth?error=expired";

/** The address that the provider sends this browser back to. */
async function callbackFor(browser: TestBrowser, { login } = world.newcomer("eve")): Promise<URL> {
  const { location } = await browser.open("/api/auth/google");
  return new URL(await comeBackFrom(location, { login }));
}
const isIn = async (browser: TestBrowser) => (await browser.ask("/api/auth/user")) !== null;

/** Comes back with an answer that was tampered with; it must not open anything. */
async function tampered(change: (callback: URL) => void): Promise<string> {
  const browser = browserOf(world.swell.app);
  const callback = await callbackFor(browser);
  change(callback);
  const { location } = await browser.open(callback.href);
  expect(await isIn(browser)).toBe(false);
  return location;
}

test("an answer counts only as the provider gave it", async () => {
  const set = (name: string, value: string) => (callback: URL) => callback.searchParams.set(name, value);
  expect(await tampered(set("state", "x".repeat(43)))).toBe(expired);
  expect(await tampered(set("state", ""))).toBe(expired);
  expect(await tampered((callback) => callback.searchParams.delete("state"))).toBe(expired);
  expect(await tampered((callback) => callback.searchParams.append("state", "x".repeat(43)))).toBe(expired);
  expect(await tampered(set("code", "invented"))).toBe(refused);
  expect(await tampered((callback) => callback.searchParams.append("code", "another"))).toBe(refused);
  expect(await tampered((callback) => callback.searchParams.delete("code"))).toBe(refused);
  // Another provider's answer in place of this one's (mix-up).
  expect(await tampered(set("iss", "https://evil.test"))).toBe(refused);
  expect(await tampered((callback) => callback.searchParams.delete("iss"))).toBe(refused);
});

test.each<[string, (claims: Forged["claims"]) => Forged]>([
  ["another nonce", (claims) => ({ claims: { ...claims, nonce: "x".repeat(43) } })],
  ["no nonce", (claims) => ({ claims: { ...claims, nonce: undefined } })],
  ["another issuer", (claims) => ({ claims: { ...claims, iss: "https://evil.test" } })],
  ["another audience", (claims) => ({ claims: { ...claims, aud: "somebody-else" } })],
  ["one more audience, and not for us", (claims) => ({ claims: { ...claims, aud: ["swellmates", "x"], azp: "x" } })],
  ["two audiences, and for nobody", (claims) => ({ claims: { ...claims, aud: ["swellmates", "x"] } })],
  ["an end in the past", (claims) => ({ claims: { ...claims, exp: Math.floor(Date.now() / 1000) - 120 } })],
  ["no end", (claims) => ({ claims: { ...claims, exp: undefined } })],
  ["no subject", (claims) => ({ claims: { ...claims, sub: undefined } })],
  ["a subject whom its own user info does not know", (claims) => ({ claims: { ...claims, sub: "somebody-else" } })],
  ["a signature of somebody else", (claims) => ({ claims, byStranger: true })],
])("an id token with %s opens nothing", async (_, forge) => {
  world.provider.forge = forge;
  const browser = browserOf(world.swell.app);
  const callback = await callbackFor(browser);
  expect((await browser.open(callback.href)).location).toBe(refused);
  expect(await isIn(browser)).toBe(false);
});

test("the same token unforged opens the account: the refusals above were about what was changed", async () => {
  world.provider.forge = (claims) => ({ claims: { ...claims, aud: ["swellmates", "x"], azp: "swellmates" } });
  const browser = browserOf(world.swell.app);
  expect((await browser.open((await callbackFor(browser)).href)).location).toBe("/");
  expect(await isIn(browser)).toBe(true);
});

test("a way back works once, and a code only on its own way", async () => {
  const browser = browserOf(world.swell.app);
  const callback = await callbackFor(browser);
  expect((await browser.open(callback.href)).location).toBe("/");
  browser.cookies.delete("session");
  expect((await browser.open(callback.href)).location).toBe(expired);
  expect(await isIn(browser)).toBe(false);

  // The code again, with a state that is good.
  const again = await callbackFor(browser);
  again.searchParams.set("code", callback.searchParams.get("code")!);
  expect((await browser.open(again.href)).location).toBe(refused);

  // Somebody else's fresh code: PKCE ties it to the browser that asked for it.
  const victim = browserOf(world.swell.app);
  const theirs = await callbackFor(victim);
  const mine = await callbackFor(browser);
  mine.searchParams.set("code", theirs.searchParams.get("code")!);
  expect((await browser.open(mine.href)).location).toBe(refused);
  expect(await isIn(browser)).toBe(false);
});

test("the way back of another browser leads nowhere, and the browser itself still gets in", async () => {
  const [mine, theirs] = [browserOf(world.swell.app), browserOf(world.swell.app)];
  const callback = await callbackFor(mine);
  expect((await theirs.open(callback.href)).location).toBe(expired);
  // Nor with a cookie of its own.
  await theirs.open("/api/auth/google");
  expect((await theirs.open(callback.href)).location).toBe(expired);
  expect(await isIn(theirs)).toBe(false);
  expect((await mine.open(callback.href)).location).toBe("/");
});

test("who logged in meanwhile, or out, or as somebody else, is not changed into whoever comes back", async () => {
  const bo = await world.swell.person("bo");
  const session = bo.cookie.slice("session=".length);
  const browser = browserOf(world.swell.app);
  const callback = await callbackFor(browser);
  browser.cookies.set("session", session);
  // Logged in by other means meanwhile: they are where they wanted to be.
  expect((await browser.open(callback.href)).location).toBe("/");
  expect((await browser.ask("/api/auth/user"))!["id"]).toBe(bo.id);
  const next = await callbackFor(browser);
  browser.cookies.delete("session");
  expect((await browser.open(next.href)).location).toBe(expired);
  expect(await isIn(browser)).toBe(false);
});

test("two tabs may be under way at once", async () => {
  const browser = browserOf(world.swell.app);
  const [first, second] = [await callbackFor(browser), await callbackFor(browser)];
  expect((await browser.open(first.href)).location).toBe("/");
  browser.cookies.delete("session");
  expect((await browser.open(second.href)).location).toBe("/");
});

test("a way takes ten minutes at most, and begins and ends on any server", async () => {
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
  // Swept by whoever comes next.
  const callback = await callbackFor(browser);
  const old = db.selectFrom("identity_flows").selectAll().where("expires_at", "<", new Date());
  expect((await old.execute()).length).toBe(0);

  const elsewhere = browserOf(beside.app);
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
  expect((await elsewhere.open(callback.href)).location).toBe("/");
  expect(await isIn(elsewhere)).toBe(true);
});

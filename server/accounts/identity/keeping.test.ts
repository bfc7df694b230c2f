import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signInAtProvider } from "../../../try/stand-ins/identity-provider-pages.ts";
import { rows } from "../../testing/app.ts";
import { type TestBrowser, browserOf } from "../../testing/browser.ts";
import { newSquad } from "../../testing/builders.ts";
import { linkIn, mailTo } from "../../testing/outbox.ts";
import { type TestSeat, newSeat } from "../../testing/seats.ts";
import { type WithProvider, openWithProvider } from "../../testing/with-provider.ts";

let world: WithProvider;
let squad: string;
beforeAll(async () => {
  world = await openWithProvider();
  ({ squad } = await newSquad(world.swell, "ana"));
});
afterAll(() => world.close());
beforeEach(() => {
  world.provider.forge = null;
});

const path = "/api/auth/google/keep?return=%2Faccount";
const failed = (reason: string) => `/account?error=keep_failed&reason=${reason}`;

const tokenOf = ({ cookie }: { readonly cookie: string }) => cookie.slice("session=".length);
const browserWith = (who: { readonly cookie: string }): TestBrowser => {
  const browser = browserOf(world.swell.app);
  browser.cookies.set("session", tokenOf(who));
  return browser;
};
/** A seat, and a browser with its session. */
async function sitDown() {
  const seat = await newSeat(world.swell, { squad });
  return { seat, browser: browserWith(seat) };
}
const keep = (browser: TestBrowser, login: string) => world.signInByProvider(browser, login, path);
const begin = async (browser: TestBrowser, login: string) =>
  signInAtProvider((await browser.open(path, { "sec-fetch-site": "same-origin" })).location, { login });

/** Demands that the seat is a seat as before, and that nothing is linked to it. */
async function expectSeat(seat: TestSeat) {
  expect((await seat.get("/api/auth/user")).body).toMatchObject({ id: seat.id, isSeat: true, email: null });
  const links = world.swell.database.db.selectFrom("identities").select("id").where("user_id", "=", seat.id);
  expect(await links.execute()).toEqual([]);
}

test("a seat becomes an account with the provider's address, and the provider opens it", async () => {
  const { seat, browser } = await sitDown();
  const { login, email } = world.newcomer("tom", { given_name: "Thomas" });
  await seat.post("/api/seat/link", {});
  expect(await keep(browser, login)).toBe("/account");
  // The person is the same, with the name that they sat down with.
  const user = await browser.ask("/api/auth/user");
  expect(user).toMatchObject({ id: seat.id, email, isSeat: false, firstName: "Tom", lastName: "" });
  expect((await browser.open(`/api/squads/${squad}`)).status).toBe(200);
  expect(await browser.ask("/api/account")).toMatchObject({ hasPassword: false, emailConfirmed: true });
  expect(rows((await browser.ask("/api/account/identities"))!["linked"])).toMatchObject([
    { provider: "Google", email },
  ]);
  // The browser has a new session, and the link of the seat has ended.
  expect(browser.cookies.get("session")).not.toBe(tokenOf(seat));
  expect((await seat.get("/api/auth/user")).status).toBe(401);
  const links = world.swell.database.db.selectFrom("seat_links").selectAll().where("person_id", "=", seat.id);
  expect(await links.execute()).toEqual([]);

  const elsewhere = browserOf(world.swell.app);
  expect(await world.signInByProvider(elsewhere, login)).toBe("/");
  expect((await elsewhere.ask("/api/auth/user"))!["id"]).toBe(seat.id);
});

test("an address that the provider does not call verified is confirmed by a letter", async () => {
  const { seat, browser } = await sitDown();
  const { login, email } = world.newcomer("tom", { email_verified: false });
  expect(await keep(browser, login)).toBe("/account");
  expect(await browser.ask("/api/auth/user")).toMatchObject({ id: seat.id, email });
  expect(await browser.ask("/api/account")).toMatchObject({ emailConfirmed: false });
  expect(linkIn(await mailTo(world.swell.parts.config.dataDir, email, 1, true)).pathname).toBe("/confirm-email");
});

test("a login or an address that has an account changes nothing", async () => {
  const bo = await world.swell.confirm(await world.swell.person("bo"));
  const sameAddress = world.newcomer("tom", { email: bo.email.toUpperCase() });
  const linked = world.newcomer("tom");
  expect(await world.signInByProvider(await world.browserFor(bo), linked.login, "/api/auth/google/link")).toBe(
    "/?success=account_linked",
  );
  for (const { login } of [sameAddress, linked]) {
    const { seat, browser } = await sitDown();
    expect(await keep(browser, login)).toBe(failed("account_exists"));
    await expectSeat(seat);
    expect((await browser.ask("/api/auth/user"))!["id"]).toBe(seat.id);
  }
  expect((await bo.get("/api/account/identities")).body["linked"]).toHaveLength(1);
});

test("a login without an address, or given up, says so", async () => {
  const { seat, browser } = await sitDown();
  expect(await keep(browser, world.newcomer("tom", { email: undefined }).login)).toBe(failed("email_missing"));
  const { location } = await browser.open(path, { "sec-fetch-site": "same-origin" });
  const cancelled = await signInAtProvider(location, { login: "", cancel: true });
  expect((await browser.open(cancelled)).location).toBe(failed("cancelled"));
  world.provider.forge = (claims) => ({ claims: { ...claims, nonce: "x".repeat(43) } });
  expect(await keep(browser, world.newcomer("tom").login)).toBe(failed("failed"));
  await expectSeat(seat);
});

test("keeping begins on this site, in the page of the seat itself", async () => {
  const [{ seat, browser }, other] = [await sitDown(), await sitDown()];
  for (const site of ["cross-site", "same-site"])
    expect((await browser.open(path, { "sec-fetch-site": site })).location).toBe(failed("expired"));
  expect((await browser.open(`${path}&person=${other.seat.id}`)).location).toBe("/account");
  expect((await browser.open(`${path}&person=${seat.id}`)).location).toContain(world.provider.issuer);
  expect((await browserOf(world.swell.app).open(path)).location).toBe("/account");
  const bo = await world.swell.person("bo");
  expect((await browserWith(bo).open(path)).location).toBe("/account");
  const away = "/api/auth/google/keep?return=https%3A%2F%2Fevil.test%2F";
  expect(await world.signInByProvider(browser, world.newcomer("tom").login, away)).toBe("/");
});

test("a flow ends in the session that began it, once", async () => {
  const [tom, eve, bo] = [await sitDown(), await sitDown(), await world.swell.person("bo")];
  const swaps = [
    (browser: TestBrowser) => browser.cookies.set("session", tokenOf(eve.seat)),
    (browser: TestBrowser) => browser.cookies.set("session", tokenOf(bo)),
    (browser: TestBrowser) => browser.cookies.delete("session"),
  ];
  for (const swap of swaps) {
    const callback = await begin(tom.browser, world.newcomer("tom").login);
    swap(tom.browser);
    expect((await tom.browser.open(callback)).location).toBe(failed("expired"));
    tom.browser.cookies.set("session", tokenOf(tom.seat));
    // Also not later, with the first session again: the state is used up.
    expect((await tom.browser.open(callback)).location).toBe("/account?error=invalid_session");
  }
  // In another browser, which lacks the secret of this one.
  const callback = await begin(tom.browser, world.newcomer("tom").login);
  expect((await eve.browser.open(callback)).location).toBe("/account?error=invalid_session");
  await expectSeat(tom.seat);
  await expectSeat(eve.seat);
  expect((await bo.get("/api/account/identities")).body["linked"]).toEqual([]);
  // The session of Tom's browser ended on the server meanwhile.
  await world.swell.database.db.deleteFrom("sessions").where("user_id", "=", tom.seat.id).execute();
  expect((await tom.browser.open(callback)).location).toBe(failed("expired"));
});

test("a flow to keep a seat links nothing to the account that it has become", async () => {
  const { seat, browser } = await sitDown();
  const callback = await begin(browser, world.newcomer("tom").login);
  // In another browser of the same person.
  const kept = { email: `tom.${seat.id}@example.org`, password: "tom-likes-waves" };
  const { db } = world.swell.database;
  const other = await newSeat(world.swell, { squad });
  await db.updateTable("sessions").set({ user_id: seat.id }).where("user_id", "=", other.id).execute();
  expect((await other.post("/api/seat/account", kept)).status).toBe(201);
  expect((await browser.open(callback)).location).toBe("/account");
  expect((await browser.ask("/api/account/identities"))!["linked"]).toEqual([]);
  // A flow that signs in or links does not keep a seat either.
  expect((await browser.open(path)).location).toBe("/account");
});

test("of two seats that are kept with one login at once, one becomes the account", async () => {
  const { login } = world.newcomer("tom");
  const both = [await sitDown(), await sitDown()];
  const callbacks = await Promise.all(both.map(({ browser }) => begin(browser, login)));
  const ends = await Promise.all(both.map(({ browser }, i) => browser.open(callbacks[i]!)));
  expect(ends.map(({ location }) => location).toSorted()).toEqual(["/account", failed("account_exists")]);
});

test("a server that makes no accounts keeps no seat by the provider", async () => {
  const closed = await world.another({ REGISTRATION: "closed" });
  try {
    const { seat, browser } = await sitDown();
    const there = browserOf(closed.app);
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    expect((await there.open(path)).location).toBe(failed("closed"));
    // A flow that another server began.
    const callback = await begin(browser, world.newcomer("tom").login);
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    expect((await there.open(callback)).location).toBe(failed("closed"));
    await expectSeat(seat);
  } finally {
    await closed.close();
  }
});

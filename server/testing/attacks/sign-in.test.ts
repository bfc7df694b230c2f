import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { rows } from "../app.ts";
import { type TestBrowser, browserOf } from "../browser.ts";
import { signInAtProvider } from "../../../try/stand-ins/identity-provider-pages.ts";
import type { ProviderPerson } from "../../../try/stand-ins/identity-provider.ts";
import { linkIn, mailTo } from "../outbox.ts";
import { type WithProvider, openWithProvider } from "../with-provider.ts";

let world: WithProvider;
beforeAll(async () => {
  world = await openWithProvider();
  await world.swell.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => world.close());
beforeEach(() => {
  world.provider.forge = null;
});

let made = 0;
const newLogin = (claims: ProviderPerson) => {
  made++;
  return world.newcomer("mallory", claims).login;
};
const signIn = (browser: TestBrowser, login: string, path?: string) => world.signInByProvider(browser, login, path);
const me = async (browser: TestBrowser) => (await browser.ask("/api/auth/user"))?.["id"] ?? null;
const linkPath = "/api/auth/google/link?return=%2Faccount";
const ageSessions = (userId: unknown) =>
  sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${userId}`.execute(
    world.swell.database.db,
  );

async function setPasswordByMail(email: string) {
  expect((await world.swell.visitor.post("/api/password/forgot", { email })).status).toBe(204);
  const token = linkIn(await mailTo(world.swell.parts.config.dataDir, email)).searchParams.get("token");
  const reply = await world.swell.visitor.post("/api/password/reset", { token, password: "mine-from-now-on" });
  expect(reply.status).toBe(200);
}

test("a reset by the owner of an address locks out who registered with it", async () => {
  const email = `victim-${++made}@example.org`;
  const login = newLogin({ email, email_verified: false });
  const browser = browserOf(world.swell.app);
  expect(await signIn(browser, login)).toBe("/");
  expect(await me(browser)).not.toBeNull();
  await setPasswordByMail(email);
  expect(await me(browser)).toBeNull();
  // The link was made before the address was confirmed.
  await signIn(browser, login);
  expect(await me(browser)).toBeNull();
});

test("a reset removes what opens the account since less than 30 days", async () => {
  const { db } = world.swell.database;
  const age = (id: unknown) =>
    sql`update identities set created_at = now() - interval '31 days' where user_id = ${id}`.execute(db);
  for (const isOld of [false, true]) {
    const email = `ana-${++made}@example.org`;
    const login = newLogin({ email, email_verified: true });
    const browser = browserOf(world.swell.app);
    expect(await signIn(browser, login)).toBe("/");
    const id = await me(browser);
    if (isOld) await age(id);
    await setPasswordByMail(email);
    const { rows: left } = await sql`select from identities where user_id = ${id}`.execute(db);
    expect(left).toHaveLength(isOld ? 1 : 0);
  }
});

test("a reset shows what else opens the account, and removes what is not kept", async () => {
  const { visitor, parts } = world.swell;
  const email = `gil-${++made}@example.org`;
  const login = newLogin({ email, email_verified: true });
  const browser = browserOf(world.swell.app);
  await signIn(browser, login);
  for (const isKept of [true, false]) {
    await visitor.post("/api/password/forgot", { email });
    const token = linkIn(await mailTo(parts.config.dataDir, email, isKept ? 1 : 2)).searchParams.get("token");
    const ways = rows((await visitor.post("/api/password/reset/ways", { token })).body);
    expect(ways).toEqual([
      { id: expect.any(String), kind: "provider", name: email, addedAt: expect.any(String), isRecent: true },
    ]);
    const body = { token, password: "mine-from-now-on", keep: isKept ? [ways[0]!["id"]] : [] };
    expect((await visitor.post("/api/password/reset", body)).status).toBe(200);
    expect((await visitor.post("/api/password/reset/ways", { token })).body).toEqual([]);
  }
  const { rows: left } = await sql`select from identities where email = ${email}`.execute(world.swell.database.db);
  expect(left).toHaveLength(0);
});

test("a session without the password cannot link a provider account", async () => {
  const bo = await world.swell.person("bo");
  const browser = await world.browserFor(bo);
  const login = newLogin({ email: `mallory-${made}@example.org`, email_verified: true });
  const open = () => browser.open(linkPath, { "sec-fetch-site": "same-origin" });
  const begun = await open();
  await sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${bo.id}`.execute(
    world.swell.database.db,
  );
  expect((await open()).location).toBe("/link-account?return=%2Faccount");
  expect((await browser.open(await signInAtProvider(begun.location, { login }))).location).toBe(
    "/account?error=link_failed&reason=password_needed",
  );
  expect(rows((await bo.get("/api/account/identities")).body["linked"])).toEqual([]);
});

test("an old session of an account without a password cannot link another address", async () => {
  const email = `dan-${++made}@example.org`;
  const browser = browserOf(world.swell.app);
  await signIn(browser, newLogin({ email, email_verified: true }));
  const id = await me(browser);
  await sql`delete from identities where user_id = ${id}`.execute(world.swell.database.db);
  await ageSessions(id);
  const login = newLogin({ email: `mallory-${made}@example.org`, email_verified: true });
  expect(await signIn(browser, login, linkPath)).toBe("/account?error=link_failed&reason=log_in_again");
  // The owner of the account's address could set a password anyway, so the link is allowed.
  const own = newLogin({ email: email.toUpperCase(), email_verified: true });
  expect(await signIn(browser, own, linkPath)).toBe("/account?success=account_linked");
});

test("an old session cannot delete an account without a password", async () => {
  const email = `cleo-${++made}@example.org`;
  const browser = browserOf(world.swell.app);
  await signIn(browser, newLogin({ email, email_verified: true }));
  const id = await me(browser);
  await ageSessions(id);
  const close = () =>
    world.swell.app.inject({
      method: "DELETE",
      url: "/api/account",
      headers: { cookie: `session=${browser.cookies.get("session")}` },
      payload: { confirm: email },
    });
  const refused = await close();
  expect([refused.statusCode, refused.json()["code"]]).toEqual([409, "confirmation_needed"]);
  expect(await me(browser)).toBe(id);
  await sql`update sessions set created_at = now() where user_id = ${id}`.execute(world.swell.database.db);
  expect((await close()).statusCode).toBe(204);
});

test("email_verified counts only for the email of the same source", async () => {
  const dora = await world.swell.person("dora");
  await sql`update accounts set email_confirmed_at = now() where person_id = ${dora.id}`.execute(
    world.swell.database.db,
  );
  // The ID token has Dora's address; `email_verified` in the user info is about another address.
  const login = newLogin({ email: `mallory-${made}@example.org`, email_verified: true });
  world.provider.forge = (claims) => ({ claims: { ...claims, email: dora.email } });
  const browser = browserOf(world.swell.app);
  await signIn(browser, login);
  expect(await me(browser)).not.toBe(dora.id);
});

test("a link removed just before the session starts does not sign in", async () => {
  const login = newLogin({ email: `eve-${++made}@example.org`, email_verified: true });
  expect(await signIn(browserOf(world.swell.app), login)).toBe("/");
  world.provider.people.set(login, { email: `moved-${made}@example.org`, email_verified: true });
  const run = (statement: string) => sql.raw(statement).execute(world.swell.database.db);
  await run(`create function unlink_used() returns trigger language plpgsql as
    'begin delete from identities where id = new.id; return null; end'`);
  await run("create trigger used after update on identities for each row execute function unlink_used()");
  try {
    const browser = browserOf(world.swell.app);
    expect(await signIn(browser, login)).toBe("/auth?error=refused");
    expect(await me(browser)).toBeNull();
  } finally {
    await run("drop function unlink_used cascade");
  }
});

import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { rows } from "../app.ts";
import { type TestBrowser, browserOf } from "../browser.ts";
import type { PersonThere } from "../identity-provider.ts";
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
const newLogin = (claims: PersonThere) => {
  made++;
  return world.newcomer("mallory", claims).login;
};
const way = (browser: TestBrowser, login: string, path?: string) => world.comeIn(browser, login, path);
const me = async (browser: TestBrowser) => (await browser.ask("/api/auth/user"))?.["id"] ?? null;
const linkPath = "/api/auth/google/link?return=%2Faccount";
const grownOld = (userId: unknown) =>
  sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${userId}`.execute(
    world.swell.database.db,
  );

async function setPasswordByMail(email: string) {
  expect((await world.swell.visitor.post("/api/password/forgot", { email })).status).toBe(204);
  const token = linkIn(await mailTo(world.swell.parts.config.dataDir, email)).searchParams.get("token");
  const reply = await world.swell.visitor.post("/api/password/reset", { token, password: "mine-from-now-on" });
  expect(reply.status).toBe(200);
}

test("who made an account under a stranger's address is out when the stranger takes it by mail", async () => {
  const email = `victim-${++made}@example.org`;
  const login = newLogin({ email, email_verified: false });
  const browser = browserOf(world.swell.app);
  expect(await way(browser, login)).toBe("/");
  expect(await me(browser)).not.toBeNull();
  await setPasswordByMail(email);
  expect(await me(browser)).toBeNull();
  // The link was made before anybody showed whose the address is.
  await way(browser, login);
  expect(await me(browser)).toBeNull();
});

test("who knows their address to be theirs keeps what they linked when they set a new password", async () => {
  const email = `ana-${++made}@example.org`;
  const login = newLogin({ email, email_verified: true });
  expect(await way(browserOf(world.swell.app), login)).toBe("/");
  await setPasswordByMail(email);
  const again = browserOf(world.swell.app);
  await way(again, login);
  expect(await me(again)).not.toBeNull();
});

test("an open browser that somebody left links no stranger's account", async () => {
  const bo = await world.swell.person("bo");
  const browser = world.browserFor(bo);
  await grownOld(bo.id);
  const login = newLogin({ email: `mallory-${made}@example.org`, email_verified: true });
  expect(await way(browser, login, linkPath)).toBe("/account?error=link_failed&reason=log_in_again");
  expect(rows((await bo.get("/api/account/identities")).body["linked"])).toEqual([]);
  // Whoever has the account's own address could have a new password mailed anyway.
  const own = newLogin({ email: bo.email.toUpperCase(), email_verified: true });
  expect(await way(browser, own, linkPath)).toBe("/account?success=account_linked");
});

test("an account without a password is not deleted from a browser that was left open", async () => {
  const email = `cleo-${++made}@example.org`;
  const browser = browserOf(world.swell.app);
  await way(browser, newLogin({ email, email_verified: true }));
  const id = await me(browser);
  await grownOld(id);
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

test("an address is verified only by whoever told it", async () => {
  const dora = await world.swell.person("dora");
  await sql`update users set email_confirmed_at = now() where id = ${dora.id}`.execute(world.swell.database.db);
  // The id token names her address and vouches for nothing; what the provider vouches for elsewhere is another one.
  const login = newLogin({ email: `mallory-${made}@example.org`, email_verified: true });
  world.provider.forge = (claims) => ({ claims: { ...claims, email: dora.email } });
  const browser = browserOf(world.swell.app);
  await way(browser, login);
  expect(await me(browser)).not.toBe(dora.id);
});

test("nobody comes in by a link that is taken away between the provider's answer and the session", async () => {
  const login = newLogin({ email: `eve-${++made}@example.org`, email_verified: true });
  expect(await way(browserOf(world.swell.app), login)).toBe("/");
  world.provider.people.set(login, { email: `moved-${made}@example.org`, email_verified: true });
  const run = (statement: string) => sql.raw(statement).execute(world.swell.database.db);
  await run(`create function unlink_used() returns trigger language plpgsql as
    'begin delete from identities where id = new.id; return null; end'`);
  await run("create trigger used after update on identities for each row execute function unlink_used()");
  try {
    const browser = browserOf(world.swell.app);
    expect(await way(browser, login)).toBe("/auth?error=refused");
    expect(await me(browser)).toBeNull();
  } finally {
    await run("drop function unlink_used cascade");
  }
});

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestPerson, client } from "../../testing/app.ts";
import { browserOf } from "../../testing/browser.ts";
import { linkIn, mailTo, outboxOf } from "../../testing/outbox.ts";
import { type WithProvider, openWithProvider } from "../../testing/with-provider.ts";
import { authenticator } from "../passkeys/fixtures/authenticator.ts";
import { addTo } from "../passkeys/fixtures/browser.ts";

let world: WithProvider;
let dataDir: string;
beforeAll(async () => {
  world = await openWithProvider();
  ({ dataDir } = world.swell.parts.config);
});
afterAll(() => world.close());

/** Waits for the newest letter with this subject. */
async function alertTo(email: string, title: string) {
  const subject = `Was it you? ${title}`;
  const find = async () => (await outboxOf(dataDir, email, true)).findLast((mail) => mail.subject === subject);
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return (await find())!;
}
const login = ({ email, password }: TestPerson, cookie = "") =>
  client(world.swell.app, cookie).post(
    "/api/login",
    { email, password },
    { "user-agent": "Mozilla/5.0 Firefox/140.0" },
  );
const me = async (who: TestPerson) => (await who.get("/api/auth/user")).status;
const press = (token: string | null) => world.swell.visitor.post("/api/account/end-sessions", { token });

test("a new password is told, and the link of the letter ends all sessions once", async () => {
  const ana = await world.swell.person("ana");
  await ana.post("/api/password/change", { current: ana.password, password: "another wave" });
  const letter = await alertTo(ana.email, "Your password was changed");
  const link = linkIn(letter);
  expect(link.pathname).toBe("/not-me");
  expect(letter.text).toContain("Was it you? Then you need not do anything.");
  const token = link.searchParams.get("token");
  expect(await me(ana)).toBe(200);
  const answers = await Promise.all([press(token), press(token), press("made up")]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 404, 404]);
  expect(await me(ana)).toBe(401);
});

test("the link of a letter ends after a week", async () => {
  const bo = await world.swell.person("bo");
  await bo.post("/api/password/change", { current: bo.password, password: "another wave" });
  const token = linkIn(await alertTo(bo.email, "Your password was changed")).searchParams.get("token");
  await sql`update account_alerts set expires_at = now() where user_id = ${bo.id}`.execute(world.swell.database.db);
  expect((await press(token)).status).toBe(404);
  expect(await me(bo)).toBe(200);
});

test("a login with a new browser is told, and one with a known browser is not", async () => {
  const cleo = await world.swell.person("cleo");
  const first = await login(cleo);
  expect((await alertTo(cleo.email, "A new browser is in your account")).text).toContain("with Firefox");
  const cookies = [first.headers["set-cookie"]].flat().map((cookie) => String(cookie).split(";")[0]!);
  expect(
    (
      await login(
        cleo,
        cookies.find((cookie) => cookie.startsWith("browser=")),
      )
    ).status,
  ).toBe(200);
  await login(cleo);
  await expect.poll(async () => (await outboxOf(dataDir, cleo.email, true)).length, { timeout: 20_000 }).toBe(3);
});

test("a passkey that is added or removed is told", async () => {
  const dora = await world.swell.person("dora");
  await addTo(world.swell, dora, authenticator());
  await alertTo(dora.email, "A passkey was added");
  const [passkey] = (await dora.get("/api/passkeys")).body as unknown as { id: string }[];
  expect((await dora.delete(`/api/passkeys/${passkey!.id}`)).status).toBe(204);
  await alertTo(dora.email, "A passkey was removed");
});

test("linking a provider asks for the password, and is told", async () => {
  const eve = await world.swell.person("eve");
  const browser = browserOf(world.swell.app);
  browser.cookies.set("session", eve.cookie.slice("session=".length));
  const path = "/api/auth/google/link?return=%2Faccount&with=photos";
  const { login } = world.newcomer("eve", { email: eve.email, email_verified: true });
  // The session is fresh and the address is the account's own, and the password is needed all the same.
  const { location } = await browser.open(path, { "sec-fetch-site": "same-origin" });
  expect(location).toBe("/link-account?return=%2Faccount");
  expect((await eve.post("/api/password/proof", { password: "not it" })).status).toBe(400);
  expect((await eve.post("/api/password/proof", { password: eve.password })).status).toBe(204);
  expect(await world.signInByProvider(browser, login, path)).toBe("/account?success=account_linked");
  await alertTo(eve.email, `${world.swell.parts.config.identityProvider!.name} opens your account now`);
  const { linked } = (await eve.get("/api/account/identities")).body as unknown as { linked: { id: string }[] };
  expect((await eve.delete(`/api/account/identities/${linked[0]!.id}`)).status).toBe(204);
  await alertTo(eve.email, `${world.swell.parts.config.identityProvider!.name} was unlinked`);
});

test("a changed address is told to the former one", async () => {
  const fay = await world.swell.person("fay");
  await fay.post("/api/email/change", { email: "fay.anew@example.org", password: fay.password });
  const token = linkIn(await mailTo(dataDir, "fay.anew@example.org")).searchParams.get("token");
  expect((await fay.post("/api/email/confirm", { token })).status).toBe(200);
  expect((await alertTo(fay.email, "Your email address was changed")).text).toContain("fay.anew@example.org");
});

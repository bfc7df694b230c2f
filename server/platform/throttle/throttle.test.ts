import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, client, openTestApp } from "../../testing/app.ts";

let swell: TestApp;
beforeAll(async () => {
  // Each guess comes from another network address, so that only the account's limit applies.
  swell = await openTestApp({ RATE_LIMITS: "on", TRUST_PROXY: "on", PUBLIC_URL: "http://trips.example" });
});
afterAll(() => swell.close());

let addresses = 0;
/** Another address each time, by default in another network. */
const from = (network = `10.${addresses >> 8}.${addresses & 255}`) => ({
  "x-forwarded-for": `${network}.${addresses++ & 255}`,
});
/** Guessers sit in one network of their own. */
const login = (email: string, password: string, who = swell.visitor, network = "192.168.1") =>
  who.post("/api/login", { email, password }, from(network));

async function guessUntilRefused(email: string) {
  for (let i = 0; ; i++) {
    const guess = await login(email, `guess ${i}`);
    if (guess.status !== 401) return { tries: i, guess };
  }
}

async function newcomer(name: string) {
  const email = `${name}.${Math.random().toString(36).slice(2)}@example.org`;
  const password = "surf's up";
  const made = await swell.visitor.post(
    "/api/register",
    { firstName: name, lastName: "Berg", email, password },
    from(),
  );
  const cookies = [made.headers["set-cookie"]].flat().map((cookie) => String(cookie).split(";")[0]!);
  return { email, password, device: cookies.find((cookie) => cookie.startsWith("browser="))! };
}

test("an account allows twelve wrong passwords from a network, then one a minute", async () => {
  const { email, password } = await newcomer("Ana");
  const { tries, guess } = await guessUntilRefused(email);
  expect(tries).toBe(12);
  expect(guess).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  const wait = Number(guess.headers["retry-after"]);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect((await login(email, password)).status).toBe(429);
  // After a minute, one more try is allowed.
  await swell.database.db
    .updateTable("guesses")
    .set({ until: sql<Date>`until - interval '61 seconds'` })
    .execute();
  expect((await login(email, password)).status).toBe(200);
});

test("an unknown email address is throttled like a known one", async () => {
  const { tries, guess } = await guessUntilRefused("nobody.at.all@example.org");
  expect(tries).toBe(12);
  expect(guess.body["error"]).toBe(
    "Too many attempts. Please wait a moment and try again. A link by email lets you in at once: choose “Forgot your password?”.",
  );
});

test("a stranger's guesses do not lock out the owner's own browser", async () => {
  const { email, password, device } = await newcomer("Bo");
  await guessUntilRefused(email);
  expect((await login(email, password)).status).toBe(429);
  const home = client(swell.app, device);
  expect((await login(email, password, home)).status).toBe(200);
  // That browser has only ten tries of its own.
  const statuses = [];
  for (let i = 0; i < 13; i++) statuses.push((await login(email, "mistyped", home)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429, 429]);
});

test("a device cookie counts only for its own account, and cannot be forged", async () => {
  const [cleo, dora] = [await newcomer("Cleo"), await newcomer("Dora")];
  await guessUntilRefused(cleo.email);
  for (const cookie of [dora.device, `browser=${"A".repeat(22)}.${"A".repeat(43)}`, "browser=x", `${cleo.device}x`])
    expect((await login(cleo.email, cleo.password, client(swell.app, cookie))).status).toBe(429);
});

test("a new password ends what former browsers may guess", async () => {
  const { email, password, device } = await newcomer("Jo");
  const cookies = [(await login(email, password)).headers["set-cookie"]].flat();
  const session = cookies.map((cookie) => String(cookie).split(";")[0]!).join("; ");
  const body = { current: password, password: "another wave" };
  const changed = await client(swell.app, session).post("/api/password/change", body);
  expect(changed.status).toBe(204);
  await guessUntilRefused(email);
  expect((await login(email, "another wave", client(swell.app, device))).status).toBe(429);
  // The browser in which the owner changed it stays known.
  const kept = String([changed.headers["set-cookie"]].flat()[0]).split(";")[0]!;
  expect((await login(email, "another wave", client(swell.app, kept))).status).toBe(200);
});

test("an owner gets in from another network while strangers guess without end", async () => {
  const { email, password } = await newcomer("Gil");
  await guessUntilRefused(email);
  // Each network has two tries of its own, which other networks cannot use up.
  for (const network of ["172.16.1", "172.16.2", "172.16.3"]) {
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await login(email, "guess", swell.visitor, network)).status);
    expect(statuses).toEqual([401, 401, 429]);
  }
  expect((await login(email, password, swell.visitor, "172.16.4")).status).toBe(200);
  const home = { "x-forwarded-for": "2001:db8:1:1::1" };
  expect((await swell.visitor.post("/api/login", { email, password }, home)).status).toBe(200);
});

test("addresses of one IPv6 /48 share ten times the limit of an address", async () => {
  const statuses = new Map<number, number>();
  for (let i = 0; i < 210; i++) {
    const reply = await swell.visitor.post(
      "/api/login",
      { email: "nobody", password: "x" },
      { "x-forwarded-for": `2001:db8:77:${i.toString(16)}::1` },
    );
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 400: 200, 429: 10 });
});

test("a browser stays known to each person of a family", async () => {
  const [hal, ina] = [await newcomer("Hal"), await newcomer("Ina")];
  const signedIn = await login(ina.email, ina.password, client(swell.app, hal.device));
  const cookies = [signedIn.headers["set-cookie"]].flat().map((cookie) => String(cookie).split(";")[0]!);
  const family = cookies.find((cookie) => cookie.startsWith("browser="))!;
  for (const { email, password } of [hal, ina]) {
    await guessUntilRefused(email);
    expect((await login(email, password, client(swell.app, family))).status).toBe(200);
  }
});

test("correct passwords do not count", async () => {
  const { email, password } = await newcomer("Eve");
  for (let i = 0; i < 15; i++) expect((await login(email, password)).status).toBe(200);
});

test("concurrent guesses are all counted", async () => {
  const { email } = await newcomer("Fin");
  const replies = await Promise.all(Array.from({ length: 30 }, (_, i) => login(email, `guess ${i}`)));
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(12);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(18);
});

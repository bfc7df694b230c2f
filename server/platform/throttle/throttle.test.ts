import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, client, openTestApp } from "../../testing/app.ts";
import { outboxOf } from "../../testing/outbox.ts";

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

async function newcomer(name: string, home?: string) {
  const email = `${name}.${Math.random().toString(36).slice(2)}@example.org`;
  const password = "surf's up";
  const made = await swell.visitor.post(
    "/api/register",
    { firstName: name, lastName: "Berg", email, password },
    from(home),
  );
  const cookies = [made.headers["set-cookie"]].flat().map((cookie) => String(cookie).split(";")[0]!);
  return { email, password, device: cookies.find((cookie) => cookie.startsWith("browser="))! };
}

test("an account allows ten wrong passwords from elsewhere, then ten a day", async () => {
  const { email, password } = await newcomer("Ana");
  const { tries, guess } = await guessUntilRefused(email);
  expect(tries).toBe(10);
  expect(guess).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  const wait = Number(guess.headers["retry-after"]);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(8640);
  expect((await login(email, password)).status).toBe(429);
  // After a tenth of a day, one more try is allowed.
  await swell.database.db
    .updateTable("guesses")
    .set({ until: sql<Date>`until - interval '8641 seconds'` })
    .execute();
  expect((await login(email, password)).status).toBe(200);
});

test("an unknown email address is throttled like a known one", async () => {
  const { tries, guess } = await guessUntilRefused("nobody.at.all@example.org");
  expect(tries).toBe(10);
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

/** How many guesses from these addresses are looked at. */
async function lookedAt(email: string, addresses: readonly string[]) {
  let count = 0;
  for (const address of addresses) {
    const guess = await swell.visitor.post("/api/login", { email, password: "guess" }, { "x-forwarded-for": address });
    if (guess.status === 401) count++;
  }
  return count;
}

test("strangers in many networks have ten guesses together, and the owner gets in", async () => {
  const { email, password } = await newcomer("Gil", "172.16.1");
  const others = Array.from({ length: 200 }, (_, i) => `2001:db8:78:${(i * 256).toString(16)}::1`);
  expect(await lookedAt(email, others)).toBe(10);
  const more = Array.from({ length: 30 }, (_, i) => [`10.77.${i}.1`, `${20 + i}.9.9.9`, `2001:db8:${i + 100}::1`]);
  expect(await lookedAt(email, more.flat())).toBe(0);
  // Home is the /16 from which the account was made.
  expect((await login(email, password, swell.visitor, "172.16.200")).status).toBe(200);
  expect((await login(email, password, swell.visitor, "172.17.1")).status).toBe(429);
});

test("a network that the owner has signed in from has ten tries of its own", async () => {
  const { email, password } = await newcomer("Kim");
  expect((await login(email, password, swell.visitor, "172.18.1")).status).toBe(200);
  await guessUntilRefused(email);
  const statuses = [];
  for (let i = 0; i < 12; i++) statuses.push((await login(email, "mistyped", swell.visitor, "172.18.2")).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);

  const signedIn = await login(email, password, swell.visitor, "10.0.0");
  const cookies = [signedIn.headers["set-cookie"]].flat().map((cookie) => String(cookie).split(";")[0]!);
  const at = { "x-forwarded-for": "172.19.1.1" };
  const body = { current: password, password: "another wave" };
  expect((await client(swell.app, cookies.join("; ")).post("/api/password/change", body, at)).status).toBe(204);
  await swell.database.db.deleteFrom("guesses").execute();
  await guessUntilRefused(email);
  // The network of the change stays known, and those before it do not.
  expect((await login(email, "another wave", swell.visitor, "172.18.1")).status).toBe(429);
  expect((await login(email, "another wave", swell.visitor, "172.19.2")).status).toBe(200);
});

test("the owner is told of guesses by mail, once a day", async () => {
  const { email } = await newcomer("Leo");
  await guessUntilRefused(email);
  const letter = async () =>
    (await outboxOf(swell.parts.config.dataDir, email, true)).filter(
      ({ subject }) => subject === "Was it you? Somebody guesses your password",
    );
  await expect.poll(async () => (await letter()).length, { timeout: 20_000 }).toBe(1);
  expect((await letter())[0]!.text).toContain("somebody tried many wrong passwords for your Swellmates account");
  for (let i = 0; i < 5; i++) expect((await login(email, "guess")).status).toBe(429);
  const told = await swell.database.db.selectFrom("account_alerts").where("email", "=", email).selectAll().execute();
  expect(told.filter(({ what }) => what === "guesses")).toHaveLength(1);
});

test("the table of known networks tells no address", async () => {
  const kept = await swell.database.db.selectFrom("known_networks").selectAll().execute();
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.every(({ network }) => network.length === 32)).toBe(true);
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
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(20);
});

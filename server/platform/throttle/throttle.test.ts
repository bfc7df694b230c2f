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
const from = () => ({ "x-forwarded-for": `10.0.${addresses >> 8}.${addresses++ & 255}` });
const login = (email: string, password: string, who = swell.visitor) =>
  who.post("/api/login", { email, password }, from());

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
  return { email, password, device: cookies.find((cookie) => cookie.startsWith("device="))! };
}

test("an account allows ten wrong passwords, then one a minute", async () => {
  const { email, password } = await newcomer("Ana");
  const { tries, guess } = await guessUntilRefused(email);
  expect(tries).toBe(10);
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
  expect(tries).toBe(10);
  expect(guess.body["error"]).toBe("Too many attempts. Please wait a moment and try again.");
});

test("a stranger's guesses do not lock out the owner's own browser", async () => {
  const { email, password, device } = await newcomer("Bo");
  await guessUntilRefused(email);
  expect((await login(email, password)).status).toBe(429);
  const home = client(swell.app, device);
  expect((await login(email, password, home)).status).toBe(200);
  // That browser has only ten tries of its own.
  const statuses = [];
  for (let i = 0; i < 11; i++) statuses.push((await login(email, "mistyped", home)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
});

test("a device cookie counts only for its own account, and cannot be forged", async () => {
  const [cleo, dora] = [await newcomer("Cleo"), await newcomer("Dora")];
  await guessUntilRefused(cleo.email);
  for (const cookie of [dora.device, `device=${"A".repeat(22)}.${"A".repeat(43)}`, "device=x", `${cleo.device}x`])
    expect((await login(cleo.email, cleo.password, client(swell.app, cookie))).status).toBe(429);
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

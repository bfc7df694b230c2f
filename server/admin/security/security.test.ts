import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openSecurityLines } from "../../platform/http/security-lines.ts";
import { securityLinesStore } from "../../platform/http/security-lines-store.ts";
import { type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { collectLog } from "../../testing/security-log/collect-log.ts";
import { newSiteAdmin, siteAdminsOfTests } from "../../testing/site-admins.ts";

const log = collectLog();
let swell: TestApp;
let other: TestApp;
let rita: TestPerson;
beforeAll(async () => {
  const environment = { ...siteAdminsOfTests, LOG_LEVEL: "warn", TRUST_PROXY: "on", PUBLIC_URL: "http://localhost" };
  swell = await openTestApp(environment, undefined, { logTo: log.logTo });
  other = await openTestApp(environment, swell.database, { logTo: log.logTo });
  rita = await newSiteAdmin(swell);
});
afterAll(async () => {
  await other.close();
  await swell.close();
});

const lines = async (query = "") => rows((await rita.get(`/api/admin/security${query}`)).body);
const soon = (claim: () => Promise<void>) => vi.waitFor(claim, { timeout: 10_000, interval: 100 });

test("the last lines of all servers are there, without addresses", async () => {
  const from = { "x-forwarded-for": "198.51.100.7" };
  const guess = { email: rita.email, password: "wrong" };
  expect((await swell.visitor.post("/api/login", guess, from)).status).toBe(401);
  await soon(async () => expect((await lines()).map(({ event }) => String(event))).toContain("login_refused"));
  expect((await other.visitor.post("/api/login", guess, from)).status).toBe(401);
  await soon(async () =>
    expect((await lines()).filter(({ event }) => String(event) === "login_refused")).toHaveLength(2),
  );
  const [newest] = await lines();
  expect(newest).toEqual({
    id: expect.any(String),
    at: expect.stringMatching(/Z$/),
    event: "login_refused",
    says: "A login was refused",
    person: { id: rita.id, name: "Rita Berg" },
    fields: [
      { name: "way", value: "password" },
      { name: "reason", value: "wrong_credentials" },
    ],
  });
  const { text } = await rita.get("/api/admin/security");
  expect(text).not.toMatch(/198\.51|rita@|"ip"/);
  expect(await lines("?limit=1")).toHaveLength(1);
});

test("a field without a value is left out", async () => {
  const bo = await swell.person("bo");
  expect((await bo.get("/api/admin")).status).toBe(404);
  const refused = async () => (await lines()).find(({ event }) => String(event) === "access_refused");
  await soon(async () => expect(await refused()).toMatchObject({ person: { id: bo.id } }));
  expect(rows((await refused())!["fields"]).map(({ name }) => String(name))).toEqual(["call", "status"]);
});

test("a flood is written in small batches, and a thousand lines stay", async () => {
  const batches: number[] = [];
  const store = securityLinesStore(swell.database);
  const kept = openSecurityLines(async (written) => void batches.push(written.length));
  const line = { at: new Date(), event: "limit_hit", account: null, fields: { status: 429 } } as const;
  for (let i = 0; i < 5000; i++) kept.add(line);
  await kept.stop();
  expect(batches).toEqual([100]);
  for (let i = 0; i < 12; i++) await store.add(Array.from({ length: 100 }, () => line));
  const { count } = await swell.database.db
    .selectFrom("security_lines")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(1000);
  const old = { ...line, at: new Date(Date.now() - 8 * 86_400_000) };
  await store.add([old]);
  await store.forget();
  expect((await lines("?limit=1"))[0]!["at"]).toEqual(line.at.toJSON());
});

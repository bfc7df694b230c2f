import { once } from "node:events";
import { get } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openJobs } from "../../platform/jobs/jobs.ts";
import { type TestApp, type TestPerson, client, openTestApp, rows } from "../../testing/app.ts";
import { forgettingQueue } from "../../platform/jobs/forget-daily.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
  await swell.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => swell.close());

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0";

/** The same person in another browser. */
async function elsewhere({ email, password }: TestPerson, userAgent = firefox) {
  const reply = await swell.visitor.post("/api/login", { email, password }, { "user-agent": userAgent });
  const cookies = [reply.headers["set-cookie"]].flat().map(String);
  return client(swell.app, cookies.find((cookie) => cookie.startsWith("session="))!.split(";")[0]!);
}
const mine = async (who: { get: TestPerson["get"] }) => rows((await who.get("/api/sessions")).body);
const isIn = async (who: { get: TestPerson["get"] }) => (await who.get("/api/auth/user")).status === 200;

/** Opens a page's live stream; `ended` resolves when the server has closed it. */
async function openPage(cookie: string) {
  const address = swell.app.server.address();
  if (typeof address !== "object" || !address) throw new Error("The server does not listen.");
  const request = get({ port: address.port, path: "/api/live", headers: { cookie } });
  const [response] = (await once(request, "response")) as [NodeJS.ReadableStream];
  const ended = new Promise<void>(
    (resolve) =>
      void response
        .resume()
        .once("end", resolve)
        .on("error", () => {}),
  );
  return { ended, close: () => request.destroy() };
}

test("the list has this browser first, with device names and hours only", async () => {
  const ana = await swell.person("ana");
  await elsewhere(ana);
  const phone = await elsewhere(
    ana,
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.0 Safari/604.1",
  );
  const list = await mine(phone);
  expect(list.map(({ device, isThis }) => [device, isThis])).toEqual([
    ["Safari on iPhone", true],
    ["Firefox on Windows", false],
    // An unknown user agent has no name.
    [null, false],
  ]);
  expect(Object.keys(list[0]!).sort()).toEqual(["device", "id", "isThis", "lastSeenAt", "signedInAt"]);
  expect(String(list[0]!["lastSeenAt"])).toMatch(/:00:00\.000Z$/);
  expect(Date.now() - Date.parse(String(list[0]!["signedInAt"]))).toBeLessThan(60_000);
  const kept = await swell.database.db.selectFrom("sessions").selectAll().where("user_id", "=", ana.id).execute();
  expect(JSON.stringify(kept)).not.toMatch(/127\.0\.0\.1|Mozilla/);
});

test("ending a session closes the live streams of its pages", async () => {
  const bo = await swell.person("bo");
  const away = await elsewhere(bo);
  const [page, ownPage] = [await openPage(away.cookie), await openPage(bo.cookie)];
  let ownEnded = false;
  void ownPage.ended.then(() => (ownEnded = true));
  const other = (await mine(bo)).find(({ isThis }) => !isThis)!;
  expect((await bo.delete(`/api/sessions/${other["id"]}`)).status).toBe(204);
  await page.ended;
  expect(await isIn(away)).toBe(false);
  expect(await isIn(bo)).toBe(true);
  expect(await mine(bo)).toHaveLength(1);
  expect((await bo.delete(`/api/sessions/${other["id"]}`)).status).toBe(404);
  expect(ownEnded).toBe(false);
  ownPage.close();
});

test("all others can be ended at once, and logging out closes the streams of all tabs", async () => {
  const cleo = await swell.person("cleo");
  const others = [await elsewhere(cleo), await elsewhere(cleo)];
  const tab = await openPage(cleo.cookie);
  expect((await cleo.delete("/api/sessions")).status).toBe(204);
  expect(await Promise.all(others.map(isIn))).toEqual([false, false]);
  expect(await mine(cleo)).toHaveLength(1);
  await cleo.post("/api/logout", {});
  await tab.ended;
});

test("another person's session cannot be ended", async () => {
  const { dora, eve } = await swell.people("dora", "eve");
  const [hers] = await mine(dora);
  const refused = await eve.delete(`/api/sessions/${hers!["id"]}`);
  const missing = await eve.delete("/api/sessions/0190a5b0-0000-7000-8000-000000000000");
  expect([refused.status, refused.text]).toEqual([404, missing.text]);
  await eve.delete("/api/sessions");
  expect(await isIn(dora)).toBe(true);
});

test("an open page updates lastSeenAt once an hour, and calls do not", async () => {
  const fay = await swell.person("fay");
  const before = "2026-01-05T10:00:00.000Z";
  const { db } = swell.database;
  await sql`update sessions set last_seen_at = ${before} where user_id = ${fay.id}`.execute(db);
  const seen = async () => String((await mine(fay))[0]!["lastSeenAt"]);
  await fay.get("/api/dashboard");
  await fay.get("/api/auth/user");
  expect(await seen()).toBe(before);
  const page = await openPage(fay.cookie);
  await expect.poll(seen).not.toBe(before);
  const version = async () =>
    (await sql<{ xmin: string }>`select xmin::text from sessions where user_id = ${fay.id}`.execute(db)).rows[0]?.xmin;
  const written = await version();
  const again = await openPage(fay.cookie);
  await fay.get("/api/sessions");
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await version()).toBe(written);
  page.close();
  again.close();
});

test("an expired session is not listed", async () => {
  const gil = await swell.person("gil");
  await elsewhere(gil);
  const old = (await mine(gil)).find(({ isThis }) => !isThis)!;
  const { db } = swell.database;
  await db
    .updateTable("sessions")
    .set({ expires_at: new Date(0) })
    .where("id", "=", String(old["id"]))
    .execute();
  expect(await mine(gil)).toHaveLength(1);
});

test("a sign-in above fifty sessions ends the one used longest ago", async () => {
  const hal = await swell.person("hal");
  const { db } = swell.database;
  // Fifty with this one. The oldest by use is a session that began later than this one.
  await sql`insert into sessions (token_hash, user_id, device, last_seen_at, expires_at)
    select sha256(('hal ' || n)::bytea), ${hal.id}, 'Browser ' || n, now() - n * interval '1 hour', now() + interval '1 day'
    from generate_series(1, 49) n`.execute(db);
  const latest = await elsewhere(hal);
  const devices = (await mine(latest)).map(({ device }) => String(device));
  expect(devices).toHaveLength(50);
  expect(devices).toContain("Browser 48");
  expect(devices).not.toContain("Browser 49");
  expect(await isIn(hal)).toBe(true);
});

test("the daily job deletes expired and idle sessions, flows, challenges, selections", async () => {
  const ana = await swell.person("ana");
  const { db } = swell.database;
  const run = (statement: string) => sql.raw(statement).execute(db);
  const bytes = (n: number) => `sha256('old ${n}'::text::bytea)`;
  const libraryId = "0190a5b0-0000-7000-8000-00000000000a";
  await run(`insert into sessions (token_hash, user_id, expires_at)
    select sha256(n::text::bytea), '${ana.id}', now() - interval '1 second' from generate_series(1, 2500) n`);
  const idle = (name: string, days: number) =>
    run(`insert into sessions (token_hash, user_id, device, last_seen_at, expires_at)
      values (sha256('${name}'), '${ana.id}', '${name}', now() - interval '${days} days', now() + interval '1 day')`);
  await idle("Idle", 31);
  await idle("Quiet", 29);
  for (const [n, end] of [
    [1, "- interval '1 second'"],
    [2, "+ interval '1 minute'"],
  ] as const) {
    await run(`insert into identity_flows (state_hash, browser_hash, issuer, purpose, with_photos, back, expires_at)
      values (${bytes(n)}, ${bytes(n)}, 'https://id.example.org', 'sign-in', false, '/', now() ${end})`);
    await run(
      `insert into passkey_challenges (browser, challenge, expires_at) values (${bytes(n)}, ${bytes(n)}, now() ${end})`,
    );
  }
  await run(`insert into library_sessions (id, user_id, picker_id, picker_uri, expires_at)
    values ('${libraryId}', '${ana.id}', 'old', 'https://photos.example.org', now() - interval '2 days')`);
  const left = async (table: "sessions" | "identity_flows" | "passkey_challenges" | "library_sessions") => {
    const { count } = await db
      .selectFrom(table)
      .select((of) => of.fn.countAll<number>().as("count"))
      .$if(table === "sessions", (of) => of.where("user_id", "=", ana.id).where("expires_at", "<", new Date()))
      .executeTakeFirstOrThrow();
    return String(count);
  };
  expect(await left("sessions")).toBe("2500");
  // Sends the job that the server sends once a day.
  const jobs = openJobs({ database: swell.database, works: false, log: () => {} });
  jobs.handle(forgettingQueue, async () => new Map());
  await jobs.sendNow(forgettingQueue, [{}]);
  const tables = ["sessions", "identity_flows", "passkey_challenges", "library_sessions"] as const;
  const counts = () => Promise.all(tables.map(left));
  await vi.waitFor(async () => expect(await counts()).toEqual(["0", "1", "1", "0"]), {
    timeout: 20_000,
    interval: 100,
  });
  await jobs.stop();
  expect((await mine(ana)).map(({ device }) => device)).toEqual([null, "Quiet"]);
});

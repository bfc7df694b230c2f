import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { openDatabase } from "../../platform/db/embedded.ts";
import {
  connectTo,
  killAll,
  launchServer,
  waitForUrl,
  register,
  startServer,
  temporaryFolder,
  until,
} from "./server-process.ts";

const home = temporaryFolder();
vi.setConfig({ testTimeout: 60_000 });

afterAll(async () => {
  killAll();
  await home.remove();
});

const outageMs = 4000;
const externalDir = path.join(home.path, "external");
const options = { dataDir: externalDir, binDir: process.env.APP_PG_BIN };
const address = (who: string, more = "") =>
  `postgresql://${who}@localhost/app?host=${encodeURIComponent(path.join(externalDir, "run"))}${more}`;

test("an outage of an external database gives 503, then the server recovers", { tags: "long" }, async () => {
  let postgres = await openDatabase(options);
  const env = { DATABASE_URL: address("app") };
  const server = await startServer({ dataDir: path.join(home.path, "data"), env });
  const ana = await register(server.url, "Ana");
  const stream = await ana.send("GET", "/api/live");
  let heard = "";
  const listening = (async () => {
    const text = new TextDecoder();
    for await (const part of stream.body ?? []) heard += text.decode(part, { stream: true });
  })().catch(() => {});

  const enough = new AbortController();
  const answers: { asked: number; answered: number; status: number; retryAfter: string | null }[] = [];
  const made: string[] = [];
  const asking = Promise.all(
    Array.from({ length: 4 }, async (_, i) => {
      while (!enough.signal.aborted) {
        const asked = performance.now();
        const reply = await ana.send("POST", "/api/squads", { name: `Squad of ${i}` });
        const { status, headers } = reply;
        // The answer to a call from before the outage may arrive during it.
        answers.push({ asked, answered: performance.now(), status, retryAfter: headers.get("retry-after") });
        const { id } = (await reply.json()) as { id?: string };
        if (id) made.push(id);
        await sleep(20);
      }
    }),
  );
  await until("squads are made", () => made.length > 10);
  await postgres.stop();
  const gone = performance.now();
  await sleep(outageMs);
  const back = performance.now();
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  postgres = await openDatabase(options);
  const before = made.length;
  await until("squads are made again", () => made.length > before + 10);
  enough.abort();
  await asking;

  expect([...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b)).toEqual([201, 503]);
  const meanwhile = answers.filter(({ asked, answered }) => asked > gone && answered < back);
  expect(meanwhile.length).toBeGreaterThan(20);
  expect(meanwhile.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0))).toEqual([]);
  const reader = await connectTo(externalDir);
  const { rows } = await reader.query<{ id: string }>("select id from squads where id = any($1)", [made]);
  expect(rows).toHaveLength(made.length);
  await reader.end();

  await until("the page is told to fetch again", () => heard.includes("event: refresh"));
  expect(await server.end("SIGTERM")).toBe(0);
  await listening;
  await postgres.stop();
});

test("a start waits for its database, and ends if the database refuses it", async () => {
  const start = (DATABASE_URL: string) =>
    launchServer({ dataDir: path.join(home.path, "data"), env: { DATABASE_URL, DATABASE_CONNECTIONS: "4" } });
  const waiting = /^Waiting for the database, which is not there yet: connect E\w+ .*\n$/;
  const [served, stopped] = [start(address("app")), start("postgresql://app@127.0.0.1:9/app")];
  for (const { said } of [served, stopped]) await until("it says that it waits", () => waiting.test(said()));
  expect(await stopped.end("SIGTERM")).toBe(0);
  expect(stopped.said()).toMatch(waiting);
  const postgres = await openDatabase(options);
  const { url, end } = await waitForUrl(served);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await end("SIGTERM")).toBe(0);

  const stranger = start(address("stranger"));
  const endless = start(address("app", "&statement_timeout=0"));
  expect([await stranger.ended, await endless.ended]).toEqual([1, 1]);
  expect(stranger.said()).toMatch(/^.*(authentication failed for user|role) "stranger".*\n$/);
  expect(endless.said()).toMatch(/^The database gives us TimeZone UTC and statement_timeout 0 s instead of .*\n$/);
  await postgres.stop();
});

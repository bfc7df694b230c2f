import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  connectTo,
  copyFolder,
  hasPostmaster,
  killAll,
  launchServer,
  register,
  startServer,
  temporaryFolder,
  until,
} from "./server-process.ts";

// Each test starts several servers, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
const home = temporaryFolder();
const dataDir = path.join(home.path, "data");

beforeAll(async () => {
  const first = await startServer({ dataDir });
  await first.end("SIGTERM");
});

afterAll(async () => {
  killAll();
  await home.remove();
});

const refusesConnections = (url: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
    socket.once("connect", () => resolve(false)).once("error", () => resolve(true));
    socket.once("connect", () => socket.destroy());
  });

describe.each([
  { signal: "SIGTERM", tags: [] },
  { signal: "SIGINT", tags: ["long"] },
] as const)("$signal", ({ signal, tags: [...tags] }) => {
  test("stops the server silently after it has answered the running request", { tags }, async () => {
    const server = await startServer({ dataDir });
    const ana = await register(server.url, "Ana");
    // The line of the registration in the security log.
    await until("the log has arrived", () => server.said().includes('"event":"registered"'));
    const before = server.said();
    const database = await connectTo(dataDir);
    await database.query("begin; lock table squads in access exclusive mode");
    const name = `In flight at ${signal}`;
    const reply = ana.send("POST", "/api/squads", { name });
    const waiting = "select count(*)::int as n from pg_locks where not granted and relation = 'squads'::regclass";
    await until("the request waits", async () => (await database.query<{ n: number }>(waiting)).rows[0]?.n !== 0);
    server.child.kill(signal);
    await until("no new connections", () => refusesConnections(server.url));
    // A second signal, since a terminal and npm both send one.
    server.child.kill(signal);
    await sleep(100);
    expect(server.child.exitCode).toBeNull();
    await database.query("commit");
    expect((await reply).status).toBe(201);
    await database.end().catch(() => {});
    expect(await server.end(signal)).toBe(0);
    expect(server.said().slice(before.length)).toBe("");
    expect(hasPostmaster(dataDir)).toBe(false);

    const again = await startServer({ dataDir });
    const reader = await connectTo(dataDir);
    const { rows } = await reader.query("select name from squads where name = $1", [name]);
    expect(rows).toHaveLength(1);
    await reader.end();
    await again.end("SIGTERM");
  });

  test("does not wait for live streams", { tags }, async () => {
    const server = await startServer({ dataDir });
    const ana = await register(server.url, "Ana");
    const stream = await ana.send("GET", "/api/live");
    expect(stream.headers.get("content-type")).toContain("text/event-stream");
    const silent = net.connect(Number(new URL(server.url).port), "127.0.0.1");
    silent.on("error", () => {});
    await until("connected", () => silent.readyState === "open");
    expect(await server.end(signal)).toBe(0);
    await stream.text().catch(() => {});
    silent.destroy();
  });
});

describe("starting", () => {
  test("on a port in use ends with one line and exit code 1", async () => {
    const elsewhere = copyFolder(dataDir, path.join(home.path, "elsewhere"));
    const first = await startServer({ dataDir });
    const PORT = new URL(first.url).port;
    for (const folder of [dataDir, elsewhere]) {
      const second = launchServer({ dataDir: folder, env: { PORT } });
      expect(await second.ended).toBe(1);
      expect(second.said()).toBe(
        `Port ${PORT} is in use by another program. Stop it, or choose another one: PORT=3001 npm start\n`,
      );
    }
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    await first.end("SIGTERM");
  });

  test("twice on one folder runs two servers, and the second outlives the first", { tags: "long" }, async () => {
    let first = await startServer({ dataDir });
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const second = await startServer({ dataDir });
      const bo = await register(first.url, "Bo");
      expect((await bo.send("POST", "/api/squads", { name: `Before ${signal}` })).status).toBe(201);
      await first.end(signal);
      await until("the database answers again", async () => (await fetch(`${second.url}/readyz`)).status === 200);
      const cy = await register(second.url, "Cy");
      expect((await cy.send("POST", "/api/squads", { name: `After ${signal}` })).status).toBe(201);
      first = second;
    }
    const reader = await connectTo(dataDir);
    const { rows } = await reader.query<{ name: string }>(
      "select name from squads where name ~ '^(Before|After)' order by id",
    );
    expect(rows.map(({ name }) => name)).toEqual([
      "Before SIGTERM",
      "After SIGTERM",
      "Before SIGKILL",
      "After SIGKILL",
    ]);
    await reader.end();
    expect(await first.end("SIGTERM")).toBe(0);
  });

  test("with invalid settings names them and ends with exit code 1", async () => {
    const server = launchServer({ dataDir, env: { PORT: "lots", RATE_LIMITS: "maybe" } });
    expect(await server.ended).toBe(1);
    expect(server.said()).toMatch(/^Configuration: PORT must be .*; RATE_LIMITS must be .*\n$/);
  });
});

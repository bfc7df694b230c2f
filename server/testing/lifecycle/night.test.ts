import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { openDatabase } from "../../platform/db/embedded.ts";
import { killAll, register, startServer, temporaryFolder } from "./server-process.ts";
import { nextYearsEvening } from "../evening.ts";

const home = temporaryFolder();
vi.setConfig({ testTimeout: 90_000 });

afterAll(async () => {
  killAll();
  await home.remove();
});

const outageMs = 4000;
const externalDir = path.join(home.path, "external");
const options = { dataDir: externalDir, binDir: process.env.APP_PG_BIN };
const env = {
  DATABASE_URL: `postgresql://app@localhost/app?host=${encodeURIComponent(path.join(externalDir, "run"))}`,
};

test("a show goes on where it was after a killed server and an outage", { tags: "long" }, async () => {
  let postgres = await openDatabase(options);
  const dataDir = path.join(home.path, "data");
  let server = await startServer({ dataDir, env });
  let ana = await register(server.url, "Ana");
  const send = async (method: string, url: string, body?: object) => {
    const reply = await ana.send(method, url, body);
    return { status: reply.status, body: (await reply.json().catch(() => ({}))) as Record<string, unknown> };
  };
  const days = { startDate: "2026-07-04", endDate: "2026-07-11" };
  const trip = String(
    (await send("POST", "/api/trips", { name: "Ericeira", location: "Portugal", ...days })).body["id"],
  );
  const award = await send("POST", `/api/trips/${trip}/categories`, { name: "Best Wipeout", description: "For it" });
  const night = `/api/trips/${trip}/night`;
  const plan = { startsAt: nextYearsEvening, timeZone: "Europe/Lisbon" };
  expect((await send("POST", night, plan)).status).toBe(201);
  const vote = await send("POST", `/api/categories/${String(award.body["id"])}/vote`, { nomineeId: ana.id });
  expect(vote.status).toBe(200);
  expect((await send("POST", `${night}/close`, {})).status).toBe(200);
  await send("POST", `${night}/start`, {});
  expect((await send("POST", `${night}/next`, { position: 0 })).body).toMatchObject({ position: 1 });

  await server.end("SIGKILL");
  server = await startServer({ dataDir, env });
  ana = ana.at(server.url);
  expect((await send("GET", night)).body).toMatchObject({ night: { stage: "live", show: { position: 1 } } });

  await postgres.stop();
  expect((await send("POST", `${night}/next`, { position: 1 })).status).toBe(503);
  await sleep(outageMs);
  postgres = await openDatabase(options);
  await vi.waitFor(async () => expect((await send("GET", night)).status).toBe(200), { timeout: 20_000, interval: 250 });
  expect((await send("POST", `${night}/next`, { position: 1 })).body).toMatchObject({ position: 2, card: { rank: 1 } });
  expect((await send("POST", `${night}/next`, { position: 2 })).body).toMatchObject({ card: { kind: "best" } });
  expect((await send("POST", `${night}/next`, { position: 3 })).body).toMatchObject({ isLast: true });
  expect((await send("GET", `/api/trips/${trip}/voting-status`)).body).toMatchObject({ allVotingComplete: true });
  expect(await server.end("SIGTERM")).toBe(0);
  await postgres.stop();
});

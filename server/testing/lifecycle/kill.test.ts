import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  connectTo,
  copyFolder,
  killAll,
  launchServer,
  type Member,
  postmasterOf,
  register,
  startServer,
  temporaryFolder,
  until,
} from "./server-process.ts";

// Each test starts several servers, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
const home = temporaryFolder();
const used = path.join(home.path, "used");

beforeAll(async () => {
  await (await startServer({ dataDir: used })).end("SIGTERM");
});

afterAll(async () => {
  killAll();
  await home.remove();
});

/** Makes squads as these people, one after the other, until the server is gone. Adds confirmed ids to `acknowledged`. */
async function writeUntilGone(members: readonly Member[], acknowledged: string[]): Promise<void> {
  await Promise.all(
    members.map(async ({ send }) => {
      for (;;) {
        const reply = await send("POST", "/api/squads", { name: "Made while it was killed" }).catch(() => undefined);
        if (!reply) return;
        if (reply.status !== 201) {
          await sleep(20);
          continue;
        }
        const squad = (await reply.json().catch(() => undefined)) as { id: string } | undefined;
        if (squad) acknowledged.push(squad.id);
      }
    }),
  );
}

/** Expects each acknowledged squad, and exactly one member in every squad. */
async function expectAllThere(dataDir: string, acknowledged: readonly string[]): Promise<void> {
  // Writers may still add ids to the list.
  const known = [...acknowledged];
  const reader = await connectTo(dataDir);
  const { rows } = await reader.query<{ id: string; members: number }>(
    "select id, (select count(*)::int from squad_members m where m.squad_id = squads.id) as members from squads",
  );
  await reader.end();
  const found = new Set(rows.map(({ id }) => id));
  expect(known.filter((id) => !found.has(id))).toEqual([]);
  expect(rows.filter(({ members }) => members !== 1)).toEqual([]);
}

const victims = {
  "the server": (dataDir: string, server: number) => {
    expect(postmasterOf(dataDir)).toBeGreaterThan(0);
    process.kill(server, "SIGKILL");
  },
  "both at once": (dataDir: string, server: number) => {
    const postgres = postmasterOf(dataDir);
    process.kill(server, "SIGKILL");
    process.kill(postgres, "SIGKILL");
  },
  "both, PostgreSQL first": (dataDir: string, server: number) => {
    process.kill(postmasterOf(dataDir), "SIGKILL");
    process.kill(server, "SIGKILL");
  },
};

describe("kill -9 while people write", () => {
  async function losesNothing(kill: (typeof victims)[keyof typeof victims], rounds: number) {
    const dataDir = copyFolder(used, path.join(home.path, String(Math.random())));
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const server = await startServer({ dataDir });
      await expectAllThere(dataDir, acknowledged);
      const before = acknowledged.length;
      const members = await Promise.all(["Ana", "Bo", "Cy", "Di"].map((name) => register(server.url, name)));
      const writing = writeUntilGone(members, acknowledged);
      await until("some squads are made", () => acknowledged.length > before + 20);
      await sleep(Math.random() * 300);
      kill(dataDir, server.child.pid ?? 0);
      await writing;
      expect(await server.end("SIGKILL")).toBe("SIGKILL");
    }
    const last = await startServer({ dataDir });
    await expectAllThere(dataDir, acknowledged);
    expect(acknowledged.length).toBeGreaterThan(rounds * 20);
    expect(await last.end("SIGTERM")).toBe(0);
  }

  test("of the server once loses no acknowledged squad", () => losesNothing(victims["the server"], 1));

  test.each(Object.entries(victims))("of %s three times loses no acknowledged squad", { tags: "long" }, (_who, kill) =>
    losesNothing(kill, 3),
  );

  async function survivesPostgres(rounds: number) {
    const dataDir = copyFolder(used, path.join(home.path, String(Math.random())));
    const server = await startServer({ dataDir });
    const ana = await register(server.url, "Ana");
    const bo = await register(server.url, "Bo");
    const acknowledged: string[] = [];
    const writing = writeUntilGone([ana], acknowledged);
    const answers = new Map<number, Response>();
    const enough = new AbortController();
    const asking = (async () => {
      while (!enough.signal.aborted) {
        const reply = await bo.send("GET", "/api/squads");
        if (!answers.has(reply.status)) answers.set(reply.status, reply);
        await sleep(10);
      }
    })();
    for (let round = 0; round < rounds; round++) {
      const before = acknowledged.length;
      await until("squads are made", () => acknowledged.length > before + 10);
      process.kill(postmasterOf(dataDir), "SIGKILL");
    }
    const after = acknowledged.length;
    await until("squads are made again", () => acknowledged.length > after + 10);
    enough.abort();
    await asking;
    expect([...answers.keys()].toSorted((a, b) => a - b)).toEqual([200, 503]);
    expect(Number(answers.get(503)?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answers.get(503)?.json()).toMatchObject({ code: "unavailable" });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await expectAllThere(dataDir, acknowledged);
    expect(await server.end("SIGTERM")).toBe(0);
    await writing;
  }

  test("of PostgreSQL once gives 503 and loses no acknowledged squad", () => survivesPostgres(1));

  test("of PostgreSQL three times gives 503 and loses no acknowledged squad", { tags: "long" }, () =>
    survivesPostgres(3),
  );
});

async function startsAfterFirstStartKilled(afterMs: number) {
  const dataDir = path.join(home.path, `first-${afterMs}`);
  const killed = launchServer({ dataDir });
  await sleep(afterMs);
  await killed.end("SIGKILL");
  const next = await startServer({ dataDir });
  expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
  expect(await next.end("SIGTERM")).toBe(0);
  expect(existsSync(path.join(dataDir, "pgdata/PG_VERSION"))).toBe(true);
  expect(readFileSync(path.join(dataDir, "pgdata/PG_VERSION"), "utf8")).toMatch(/^\d+\n$/);
}

test("a start works after a killed first start", () => startsAfterFirstStartKilled(900));

test.each([100, 400])(
  "a start works after a first start that was killed after %i ms",
  { tags: "long" },
  startsAfterFirstStartKilled,
);

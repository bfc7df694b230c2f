import { get } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import type { LiveEvent, LiveHello } from "#contract/live.ts";
import { type TestApp, type TestPerson, client, openTestApp } from "../../testing/app.ts";
import { newTrip, startShowOf } from "../../testing/builders.ts";
import { payloads } from "./store.ts";
import { sqlText } from "../db/sql-text.ts";

const servers: TestApp[] = [];
afterEach(async () => {
  for (const server of servers.splice(0).toReversed()) await server.close();
});
const start = async (first?: TestApp) => {
  const server = await openTestApp({}, first?.database);
  servers.push(server);
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  return server;
};

/** A person's open page at one server, with the messages it gets. */
async function open(server: TestApp, who: { cookie: string }, since?: number) {
  const address = server.app.server.address();
  if (typeof address !== "object" || !address) throw new Error("The server does not listen.");
  const told: string[] = [];
  let wake = () => {};
  const { request, status } = await new Promise<{ request: ReturnType<typeof get>; status: number | undefined }>(
    (resolve, reject) => {
      const request = get(
        {
          port: address.port,
          path: since === undefined ? "/api/live" : `/api/live?since=${since}`,
          headers: { cookie: who.cookie },
        },
        (response) => {
          response.setEncoding("utf8");
          response.on("data", (text: string) => {
            told.push(...text.split("\n\n").filter(Boolean));
            wake();
          });
          response.on("error", () => {});
          resolve({ request, status: response.statusCode });
        },
      );
      request.on("error", reject);
    },
  );
  const until = async (wanted: Partial<LiveEvent & LiveHello> | "refresh", times = 1) => {
    const found = () =>
      told.filter((text) => {
        if (wanted === "refresh") return text.includes("event: refresh");
        const line = text.split("\n").find((part) => part.startsWith("data: "));
        const event = JSON.parse(line?.slice(6) ?? "{}") as Record<string, unknown>;
        return Object.entries(wanted).every(([key, value]) => event[key] === value);
      }).length >= times;
    const late = AbortSignal.timeout(10_000);
    while (!found()) {
      late.throwIfAborted();
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, 200);
      });
    }
  };
  await until({});
  return { status, told, until, close: () => request.destroy() };
}

const voteBy = (who: TestPerson, category: string | undefined, nominee: TestPerson) =>
  who.post(`/api/categories/${category}/vote`, { nomineeId: nominee.id });

test("hints reach members' pages on other servers, and no other pages", async () => {
  const one = await start();
  const two = await start(one);
  const { ana, bo, trip, categories } = await newTrip(one, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
  const zoe = await one.person("zoe");
  const bosPage = await open(two, bo!);
  const zoesPage = await open(two, zoe);
  await voteBy(ana, categories[0], bo!);
  await bosPage.until({ scope: "trip", id: trip, kind: "vote" });
  await voteBy(bo!, categories[0], bo!);
  await bosPage.until({ kind: "revealed", categoryId: categories[0]! });
  await ana.patch(`/api/trips/${trip}/members/me`, { mood: "salty" });
  await bosPage.until({ kind: "members" });
  expect(zoesPage.told.filter((text) => text.startsWith("data:"))).toEqual([]);
  expect(bosPage.told.join()).not.toContain("nominee");
  bosPage.close();
  zoesPage.close();
});

test("a person gets hints of a squad after joining it, and none after leaving", async () => {
  const one = await start();
  const { ana, squad, trip, inviteOf } = await newTrip(one, { crew: ["ana"] });
  await ana.put(`/api/trips/${trip}`, { name: "Later", location: "L", startDate: "2090-01-01", endDate: "2090-01-02" });
  const bo = await one.person("bo");
  const [anasPage, bosPage] = [await open(one, ana), await open(one, bo)];
  await bo.post(`/api/trips/${squad}/join`, { invite: await inviteOf() });
  await anasPage.until({ scope: "squad", id: squad, kind: "members" });
  await bosPage.until("refresh");
  await ana.patch(`/api/trips/${trip}/members/me`, { mood: "salty" });
  await bosPage.until({ scope: "trip", id: trip, kind: "members" });

  await ana.delete(`/api/squads/${squad}/members/${bo.id}?trips=leave`);
  await bosPage.until("refresh", 2);
  const before = bosPage.told.length;
  await ana.patch(`/api/trips/${trip}/members/me`, { mood: "sunburnt" });
  await anasPage.until({ scope: "trip", kind: "members" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(bosPage.told.slice(before)).toEqual([]);
  anasPage.close();
  bosPage.close();
});

test("a removed person's open page gets no card that follows", async () => {
  const one = await start();
  const { ana, bo, squad, trip } = await newTrip(one, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
  const night = `/api/trips/${trip}/night`;
  const [anasPage, bosPage] = [await open(one, ana), await open(one, bo!)];
  await startShowOf(one, ana, trip);
  await bosPage.until({ kind: "night" }, 2);
  const before = bosPage.told.length;
  expect((await ana.delete(`/api/squads/${squad}/members/${bo!.id}?trips=leave`)).status).toBe(204);
  expect((await ana.post(`${night}/next`, { position: 0 })).status).toBe(200);
  await anasPage.until({ kind: "night" }, 3);
  await bosPage.until("refresh");
  expect(bosPage.told.slice(before).join()).not.toContain("card");
  anasPage.close();
  bosPage.close();
});

test("the card in a hint has the form of the contract", async () => {
  const one = await start();
  const { ana, trip } = await newTrip(one, { crew: ["ana"], awards: ["Best Wipeout"] });
  const night = `/api/trips/${trip}/night`;
  const page = await open(one, ana);
  await startShowOf(one, ana, trip);
  const answer = (await ana.post(`${night}/next`, { position: 0 })).body;
  expect(answer["card"]).toMatchObject({ kind: "award", category: { name: "Best Wipeout" } });
  await page.until({ kind: "night" }, 3);
  const hints = page.told.filter((text) => text.includes('"show"'));
  expect((JSON.parse(hints.at(-1)!.replace("data: ", "")) as LiveEvent).show).toEqual(answer);
  page.close();
});

test("a page refreshes after the connection between servers was cut", async () => {
  const one = await start();
  const { ana } = await newTrip(one, { crew: ["ana"] });
  const page = await open(one, ana);
  await one.database.one(
    {
      name: "cut",
      text: sqlText`select count(pg_terminate_backend(pid))::int from pg_stat_activity where datname = current_database() and query like 'listen%'`,
    },
    [],
  );
  await page.until("refresh");
  page.close();
});

test("visitors get 401 instead of live updates", async () => {
  const one = await start();
  expect((await client(one.app, "").get("/api/live")).status).toBe(401);
});

test("a person may have at most 40 pages open", async () => {
  const one = await start();
  const ana = await one.person("ana");
  const pages = await Promise.all(Array.from({ length: 40 }, () => open(one, ana)));
  expect((await ana.get("/api/live")).status).toBe(429);
  for (const page of pages) page.close();
});

test("pages that close while they connect do not count as open", async () => {
  const one = await start();
  const ana = await one.person("ana");
  const sockets = new Set<Socket>();
  one.app.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const { port } = one.app.server.address() as AddressInfo;
  const began = Promise.withResolvers<void>();
  let waiting = 45;
  one.app.server.on("request", () => --waiting === 0 && began.resolve());
  await one.database.transact(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx);
    const leaving = Array.from({ length: 45 }, () =>
      get({ port, path: "/api/live", headers: { cookie: ana.cookie } }).on("error", () => {}),
    );
    await began.promise;
    for (const request of leaving) request.destroy();
    await vi.waitFor(() => expect(sockets.size).toBe(0));
  });
  // This request comes after all of them, so its answer does too.
  await ana.get("/api/auth/user");
  expect((await open(one, ana)).status).toBe(200);
  expect(one.parts.live.openFor(ana.id)).toBe(1);
});

test("hints are split into messages that fit PostgreSQL's limit", () => {
  const event: LiveEvent = { scope: "trip", id: crypto.randomUUID(), kind: "vote", categoryId: crypto.randomUUID() };
  const parts = payloads(Array.from({ length: 500 }, () => event));
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThan(8000);
  expect(parts.flatMap((part) => JSON.parse(part) as LiveEvent[])).toHaveLength(500);
  expect(payloads([])).toEqual([]);
});

test("a card that is too long for a message is left out of its hint", () => {
  const hint = { scope: "trip", id: crypto.randomUUID(), kind: "night" } as const;
  const category = { id: hint.id, name: "Best Wave", description: "", icon: "", color: "blue" };
  const showOf = (description: string): LiveEvent => ({
    ...hint,
    show: {
      position: 1,
      cardAt: new Date().toJSON(),
      movesByItself: false,
      isLast: false,
      card: { kind: "nobody", category: { ...category, description } },
    },
  });
  const long = payloads([showOf("wave ".repeat(2000))]);
  expect(long.map((part) => JSON.parse(part) as LiveEvent[])).toEqual([[hint]]);
  expect(payloads([showOf("wave")])[0]).toContain('"nobody"');
});

test("a sign of a waiting room reaches members on any server, and no later page", async () => {
  const one = await start();
  const two = await start(one);
  const { ana, bo, trip, categories } = await newTrip(one, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
  const night = `/api/trips/${trip}/night`;
  const plan = { startsAt: new Date(Date.now() + 3_600_000).toJSON(), timeZone: "Europe/Lisbon" };
  expect((await ana.post(night, plan)).status).toBe(201);
  const zoe = await one.person("zoe");
  const [bosPage, zoesPage] = [await open(two, bo!), await open(two, zoe)];
  const since = Date.now();
  expect((await ana.post(`${night}/here`, { asks: true })).status).toBe(204);
  await bosPage.until({ scope: "trip", id: trip, kind: "here", person: ana.id, asks: true });
  await voteBy(ana, categories[0], bo!);
  await bosPage.until({ kind: "vote" });
  expect(zoesPage.told.filter((text) => text.startsWith("data:"))).toEqual([]);
  const late = await open(two, bo!, since);
  await late.until({ kind: "vote" });
  expect(late.told.join()).not.toContain('"here"');
  for (const page of [bosPage, zoesPage, late]) page.close();
});

test("a page that opens gets the hints since its document was made, on any server", async () => {
  const one = await start();
  const two = await start(one);
  const { ana, trip } = await newTrip(one, { crew: ["ana"], awards: ["Best Wave"] });
  const kai = await one.person("kai");
  const control = await open(two, ana);
  // A server knows all hints since its start, less the difference that clocks may have.
  await new Promise((resolve) => setTimeout(resolve, 2100));
  const since = Date.now();
  await ana.put(`/api/trips/${trip}`, {
    name: "Ericeira",
    location: "Portugal",
    startDate: "2026-07-04",
    endDate: "2026-07-11",
  });
  await control.until({ id: trip, kind: "trip" });
  const late = await open(two, ana, since);
  await late.until({ id: trip, kind: "trip" });
  await late.until({ isComplete: true });
  const stranger = await open(two, kai, since);
  await stranger.until({ isComplete: true });
  expect(stranger.told.join()).not.toContain(trip);
  const tooLate = await open(two, ana, since - 60_000);
  await tooLate.until({ isComplete: false });
  const old = await open(two, ana);
  await old.until({ isComplete: false });
  for (const page of [control, late, stranger, tooLate, old]) page.close();
});

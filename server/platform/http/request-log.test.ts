import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { collectLog } from "../../testing/security-log/collect-log.ts";
import { loggedError } from "./logged-error.ts";

const log = collectLog();
let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp(
    { LOG_LEVEL: "info", TRUST_PROXY: "on", PUBLIC_URL: "http://localhost", RATE_LIMITS: "on" },
    undefined,
    log,
  );
});
afterAll(() => swell.close());

const requestLines = () =>
  log.lines
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter(({ msg }) => msg === "A request was answered");

test("each request has one line with its id, call, status and time", async () => {
  const { headers } = await swell.visitor.get("/api/public/config");
  const line = requestLines().at(-1)!;
  expect(Object.keys(line)).toEqual(["level", "time", "pid", "hostname", "reqId", "call", "status", "ms", "msg"]);
  expect(line).toMatchObject({ reqId: headers["x-request-id"], call: "GET /api/public/config", status: 200 });
  expect(line["reqId"]).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
});

test.each([
  ["a well-formed id is taken", "edge-0f3a9c_1", true],
  ["a short one is replaced", "abc", false],
  ["one with other signs is replaced", "ana@example.org", false],
])("of a trusted proxy, %s", async (_what, sent, isTaken) => {
  const { headers } = await swell.visitor.get("/api/public/config", undefined, { "x-request-id": sent });
  expect(headers["x-request-id"] === sent).toBe(isTaken);
});

test("without a trusted proxy nobody names a request", async () => {
  const open = await openTestApp();
  const { headers } = await open.visitor.get("/healthz", undefined, { "x-request-id": "edge-0f3a9c_1" });
  expect(headers["x-request-id"]).not.toBe("edge-0f3a9c_1");
  await open.close();
});

test("personal data in paths, queries, bodies and headers does not get into the log", async () => {
  const { ana, trip, squad, inviteOf } = await newTrip(swell, { crew: ["ana"] });
  const invite = await inviteOf();
  const headers = {
    "user-agent": "Secretphone 9",
    "x-forwarded-for": "203.0.113.77",
    referer: "http://localhost/secret-page",
    "accept-language": "xx-secret",
  };
  const other = "0190a5b0-0000-7000-8000-00000000beef";
  await ana.get(`/api/trips/${trip}?with=secret-query`, undefined, headers);
  await ana.get(`/objects/${other}?v=secret-query`, undefined, headers);
  await ana.get(`/api/secret-path/${other}`, undefined, headers);
  await ana.patch(`/api/trips/${trip}`, { name: "Secret Bay", location: "Secret Cove" }, headers);
  await ana.post("/api/squads", "{ secret-json", { "content-type": "application/json", ...headers });
  await swell.visitor.get(`/api/public/squads/${squad}?invite=${invite}`, undefined, headers);
  await swell.visitor.post("/api/register", { email: "secret@example.org", password: "secret-word" }, headers);
  await sql`alter table trips rename to trips_away`.execute(swell.database.db);
  const failed = await ana.get(`/api/trips/${trip}`, undefined, headers);
  await sql`alter table trips_away rename to trips`.execute(swell.database.db);

  const lines = log.lines.filter((line) => !line.includes('"event":'));
  expect(requestLines().map(({ call }) => call)).toEqual(
    expect.arrayContaining(["GET /api/trips/:id", "GET /objects/:id", "none", "POST /api/register"]),
  );
  const fault = lines.map((line) => JSON.parse(line) as object).find((line) => "err" in line);
  expect(fault).toMatchObject({ reqId: failed.headers["x-request-id"], call: "GET /api/trips/:id" });
  const text = lines.join("");
  for (const secret of [
    /secret/i,
    /203\.0\.113/,
    /example\.org/,
    /Berg/,
    /beef/,
    ana.id,
    trip,
    squad,
    invite,
    "cookie",
  ])
    expect(text).not.toMatch(secret);
});

test("a line about an error has its stack, and not the values that it repeats", () => {
  const refused = Object.assign(new Error("550 <ana@example.org>: no such user"), { rejected: ["ana@example.org"] });
  const duplicate = Object.assign(new Error('duplicate key value violates unique constraint "accounts_email"'), {
    code: "23505",
    detail: "Key (email)=(ana@example.org) already exists.",
    constraint: "accounts_email",
  });
  const unreadable = new Error('invalid input syntax for type uuid: "Ana Berg"');
  const outer = new Error("GET https://example.org/photo?token=secret failed", { cause: refused });
  const json = (() => {
    try {
      return JSON.parse("Ana Berg");
    } catch (error) {
      return error;
    }
  })() as unknown;
  const logged = [refused, duplicate, unreadable, outer, json, new AggregateError([refused])].map((one) =>
    loggedError(one),
  );
  expect(logged.map(({ message }) => message)).toEqual([
    "550 <…@…>: no such user",
    'duplicate key value violates unique constraint "accounts_email"',
    'invalid input syntax for type uuid: "…"',
    "GET https://example.org/photo?… failed",
    expect.stringContaining('"…" is not valid JSON'),
    "",
  ]);
  expect(logged[1]).toMatchObject({ type: "Error", code: "23505", constraint: "accounts_email" });
  expect(logged[0]!.stack).toContain("request-log.test.ts");
  expect(JSON.stringify(logged)).not.toMatch(/ana@|Ana Berg|secret/);
});

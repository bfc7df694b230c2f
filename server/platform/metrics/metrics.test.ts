import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { figuresIn } from "./fixtures/figures.ts";

const METRICS_TOKEN = "a-token-of-the-operator-1";
const operator = { authorization: `Bearer ${METRICS_TOKEN}` };

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ METRICS_TOKEN });
});
afterAll(() => swell.close());

const scrape = async () => figuresIn((await swell.visitor.get("/metrics", undefined, operator)).text);

test("without METRICS_TOKEN the address of the figures is unknown", async () => {
  const quiet = await openTestApp();
  const asked = await quiet.visitor.get("/metrics", undefined, operator);
  expect(asked).toMatchObject({ status: 404, text: (await quiet.visitor.get("/nothing")).text });
  await quiet.close();
});

test.each([
  ["no token", {}],
  ["another token", { authorization: "Bearer a-token-of-the-operator-2" }],
  ["a part of it", { authorization: `Bearer ${METRICS_TOKEN.slice(0, -1)}` }],
  ["another scheme", { authorization: `Basic ${METRICS_TOKEN}` }],
])("whoever sends %s gets 401 and how to send the token", async (_what, headers: Record<string, string>) => {
  const refused = await swell.visitor.get("/metrics", undefined, headers);
  expect(refused).toMatchObject({ status: 401, body: { error: expect.stringContaining("Authorization: Bearer") } });
  expect(refused.headers["www-authenticate"]).toBe("Bearer");
});

test("a person who is logged in is no operator", async () => {
  const ana = await swell.person("ana");
  expect((await ana.get("/metrics")).status).toBe(401);
});

test("the figures come in Prometheus' text format, and no cache keeps them", async () => {
  const { status, headers } = await swell.visitor.get("/metrics", undefined, operator);
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(headers["cache-control"]).toBe("no-store");
});

test("requests are counted by the pattern of their call and their status", async () => {
  const before = await scrape();
  const bo = await swell.person("bo");
  await bo.get("/api/trips/0190a5b0-0000-7000-8000-000000000000?with=secret");
  await bo.get("/api/somewhere/else");
  await bo.get("/api/nothing-of-ours-4711");
  const after = await scrape();
  const more = (labels: string) => {
    const figure = `swellmates_http_requests_total{${labels}}`;
    return (after.get(figure) ?? 0) - (before.get(figure) ?? 0);
  };
  expect(more('call="POST /api/register",status="201"')).toBe(1);
  expect(more('call="GET /api/trips/:id",status="404"')).toBe(1);
  expect(more('call="none",status="404"')).toBe(2);
  expect([...after.keys()].join("\n")).not.toMatch(/secret|4711|somewhere|[\da-f]{8}-/);
  expect(after.get('swellmates_http_request_seconds_count{call="POST /api/register"}')).toBeGreaterThan(0);
});

test("the figures tell of connections, pages, disk and event loop", async () => {
  const figures = await scrape();
  expect(figures.get('swellmates_database_connections{state="max"}')).toBeGreaterThan(1);
  expect(figures.get('swellmates_database_connections{state="waiting"}')).toBe(0);
  expect(figures.get("swellmates_live_streams")).toBe(0);
  const [free, size] = ["free", "size"].map((state) => figures.get(`swellmates_disk_bytes{state="${state}"}`)!);
  expect(free).toBeGreaterThan(0);
  expect(size).toBeGreaterThan(free!);
  expect(figures.get("process_start_time_seconds")).toBeGreaterThan(1_700_000_000);
  expect(figures.has("nodejs_eventloop_lag_p99_seconds")).toBe(true);
});

test("two apps in one process count apart", async () => {
  const other = await openTestApp({ METRICS_TOKEN });
  const ofOther = figuresIn((await other.visitor.get("/metrics", undefined, operator)).text);
  expect([...ofOther.keys()].filter((name) => name.startsWith("swellmates_http_requests_total"))).toEqual([]);
  await other.close();
});

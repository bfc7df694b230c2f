import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../app.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ TRUST_PROXY: "on", PUBLIC_URL: "http://trips.example", RATE_LIMITS: "on" });
});
afterAll(() => swell.close());

test("behind a proxy, invented X-Forwarded-For entries do not avoid the rate limit", async () => {
  const guess = (n: number, address: string) =>
    swell.visitor.post(
      "/api/login",
      { email: `ana.${n}@example.org`, password: "not-hers" },
      { "x-forwarded-for": `10.0.0.${n}, ${address}` },
    );
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++) statuses.push((await guess(n, "203.0.113.7")).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
  expect((await guess(0, "203.0.113.8")).status).toBe(401);
});

test("behind an https proxy, session cookies are Secure", async () => {
  const reply = await swell.visitor.post(
    "/api/register",
    { firstName: "Ana", lastName: "Berg", email: "ana@example.org", password: "likes-waves" },
    { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" },
  );
  expect(reply.status).toBe(201);
  expect(String(reply.headers["set-cookie"])).toContain("; Secure");
});

test("behind a proxy, an invented X-Forwarded-Host makes no other site our own", async () => {
  const reply = await swell.visitor.post(
    "/api/login",
    { email: "ana@example.org", password: "likes-waves" },
    { "x-forwarded-for": "203.0.113.10", "x-forwarded-host": "evil.example.org", origin: "http://evil.example.org" },
  );
  expect(reply).toMatchObject({ status: 403, body: { code: "cross_site" } });
});

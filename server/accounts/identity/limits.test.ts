import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { browserOf } from "../../testing/browser.ts";

/** A provider at whose address nothing listens. */
const nobody = { OIDC_ISSUER: "http://127.0.0.1:9", OIDC_CLIENT_ID: "us", OIDC_CLIENT_SECRET: "hush" };

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ RATE_LIMITS: "on", ...nobody });
});
afterAll(() => swell.close());

test.each([
  ["", "/auth?return=%2Fawards&error=provider_unavailable", "/auth?return=%2Fawards&error=too_many_tries"],
  ["/link", "/auth?return=%2Fawards&error=login_required", "/awards?error=link_failed&reason=too_many_tries"],
  ["/keep", "/awards", "/awards?error=keep_failed&reason=too_many_tries"],
  ["/callback", "/auth?error=expired", "/auth?return=%2Fawards&error=too_many_tries"],
])("too many calls of /api/auth/google%s redirect to a page that says so", async (way, before, after) => {
  const browser = browserOf(swell.app);
  const come = async () => {
    const { status, location } = await browser.open(`/api/auth/google${way}?return=%2Fawards`);
    expect(status).toBe(302);
    return location;
  };
  for (let times = 1; times <= 60; times++) expect(await come()).toBe(before);
  expect(await come()).toBe(after);
});

test("addresses of one IPv6 /48 share ten times the limit of an address", async () => {
  const own = await openTestApp({
    RATE_LIMITS: "on",
    TRUST_PROXY: "on",
    PUBLIC_URL: "http://trips.example",
    ...nobody,
  });
  try {
    const errors = new Map<string | null, number>();
    for (let i = 0; i < 610; i++) {
      const headers = { "x-forwarded-for": `2001:db8:77:${i.toString(16)}::1` };
      const reply = await own.visitor.get("/api/auth/google/callback", undefined, headers);
      const error = new URL(String(reply.headers["location"]), "http://trips.example").searchParams.get("error");
      errors.set(error, (errors.get(error) ?? 0) + 1);
    }
    expect(Object.fromEntries(errors)).toEqual({ expired: 600, too_many_tries: 10 });
  } finally {
    await own.close();
  }
});

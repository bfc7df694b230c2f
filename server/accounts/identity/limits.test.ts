import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { browserOf } from "../../testing/browser.ts";

let swell: TestApp;
beforeAll(async () => {
  // Nothing listens there.
  swell = await openTestApp({
    OIDC_ISSUER: "http://127.0.0.1:9",
    OIDC_CLIENT_ID: "us",
    OIDC_CLIENT_SECRET: "hush",
    RATE_LIMITS: "on",
  });
});
afterAll(() => swell.close());

test.each([
  ["", "/auth?return=%2Fawards&error=provider_unavailable", "/auth?return=%2Fawards&error=too_many_tries"],
  ["/link", "/auth?return=%2Fawards&error=login_required", "/awards?error=link_failed&reason=too_many_tries"],
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

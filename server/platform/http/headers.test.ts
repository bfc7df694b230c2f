import { expect, test } from "vitest";
import { openTestApp } from "../../testing/app.ts";

test("every reply forbids browsers to run or embed it", async () => {
  const swell = await openTestApp();
  try {
    for (const path of ["/api/public/config", "/api/auth/user", "/api/nothing", "/healthz", "/objects/nothing"]) {
      const { headers } = await swell.visitor.get(path);
      expect(headers, path).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-store" });
      expect(headers["content-security-policy"], path).toBe(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(headers["strict-transport-security"], path).toBeUndefined();
    }
  } finally {
    await swell.close();
  }
});

test("no reply allows pages of other sites to read it", async () => {
  const swell = await openTestApp();
  const origin = { origin: "https://evil.example.org", "access-control-request-method": "POST" };
  const replies = [
    await swell.visitor.get("/api/public/config", undefined, origin),
    await swell.app.inject({ method: "OPTIONS", url: "/api/login", headers: origin }),
  ];
  await swell.close();
  for (const { headers } of replies)
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
});

test("an https site tells browsers to stay with https, unless that is off", async () => {
  const policyWith = async (environment: Record<string, string>) => {
    const swell = await openTestApp(environment);
    const { headers } = await swell.visitor.get("/api/public/config");
    await swell.close();
    return headers["strict-transport-security"];
  };
  expect(await policyWith({ PUBLIC_URL: "https://trips.example.org" })).toBe("max-age=31536000");
  expect(await policyWith({ PUBLIC_URL: "https://trips.example.org", HSTS: "off" })).toBeUndefined();
});

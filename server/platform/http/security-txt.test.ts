import { expect, test } from "vitest";
import { openTestApp } from "../../testing/app.ts";

test("security.txt names the operator's contact and an end within a year", async () => {
  const swell = await openTestApp({
    SECURITY_CONTACT: "security@example.org",
    PUBLIC_URL: "https://trips.example.org",
  });
  const { status, headers, text } = await swell.visitor.get("/.well-known/security.txt");
  await swell.close();
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  const fields = new Map(
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
  );
  expect(Object.fromEntries(fields)).toEqual({
    Contact: "mailto:security@example.org",
    Expires: expect.any(String),
    "Preferred-Languages": "en",
    Canonical: "https://trips.example.org/.well-known/security.txt",
  });
  const days = (Date.parse(fields.get("Expires")!) - Date.now()) / (24 * 3600 * 1000);
  expect(days).toBeGreaterThan(29);
  expect(days).toBeLessThan(31);
});

test("without a contact there is no security.txt", async () => {
  const swell = await openTestApp();
  const { status } = await swell.visitor.get("/.well-known/security.txt");
  await swell.close();
  expect(status).toBe(404);
});

import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";

let webDir: string;
let swell: TestApp;
beforeAll(async () => {
  webDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-web-"));
  await writeFile(
    path.join(webDir, "index.html"),
    `<html data-build="b1"><script>keep()</script><main></main><!--first-->`,
  );
  await writeFile(path.join(webDir, "worker.js"), "work()");
  swell = await openTestApp({}, undefined, { webDir });
});
afterAll(async () => {
  await swell.close();
  await rm(webDir, { recursive: true });
});

test("a page loads nothing from other sites, and runs no script but its own", async () => {
  const policy = String((await swell.visitor.get("/squads")).headers["content-security-policy"]);
  const directives = new Map(policy.split(";").map((line) => [line.split(" ")[0]!, line.split(" ").slice(1)]));
  expect(directives.get("default-src")).toEqual(["'self'"]);
  expect(directives.get("img-src")).toEqual(["'self'", "blob:", "data:"]);
  const own = `'sha256-${createHash("sha256").update("keep()").digest("base64")}'`;
  expect(directives.get("script-src")).toEqual(["'self'", own]);
  const sources = new Set([...directives.values()].flat().filter((source) => source !== own));
  expect([...sources].toSorted()).toEqual(["'none'", "'self'", "'unsafe-inline'", "blob:", "data:"]);
});

test("answers of the API name the build of the web, and documents hold it", async () => {
  expect((await swell.visitor.get("/api/public/config")).headers["swellmates-build"]).toBe("b1");
  expect((await swell.visitor.get("/api/nowhere")).headers["swellmates-build"]).toBe("b1");
  expect((await swell.visitor.get("/squads")).headers["swellmates-build"]).toBeUndefined();
});

test("the service worker is another one when the policy of documents changes", async () => {
  const other = await openTestApp(
    {
      S3_ENDPOINT: "http://s3.example.org",
      S3_BUCKET: "photos",
      S3_REGION: "r",
      S3_ACCESS_KEY_ID: "k",
      S3_SECRET_ACCESS_KEY: "s",
    },
    undefined,
    { webDir },
  );
  const [one, two] = await Promise.all([swell, other].map(({ visitor }) => visitor.get("/worker.js")));
  await other.close();
  for (const { text, headers } of [one!, two!]) {
    expect(text).toMatch(/^self\.documentPolicy="[\w-]{12}";\nwork\(\)$/);
    expect(headers).toMatchObject({
      "cache-control": "public, no-cache",
      "content-type": "text/javascript; charset=utf-8",
    });
  }
  expect(one!.text).not.toBe(two!.text);
});

test.each([
  ["/squads", "same-origin"],
  ["/reset-password?token=x", "no-referrer"],
  ["/confirm-email?token=x", "no-referrer"],
  ["/not-me?token=x", "no-referrer"],
])("links on %s send other sites no address", async (page, policy) => {
  expect((await swell.visitor.get(page)).headers["referrer-policy"]).toBe(policy);
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openTestApp } from "../../testing/app.ts";

test("a page may load nothing from another site", async () => {
  const webDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-web-"));
  await writeFile(path.join(webDir, "index.html"), "<main></main><!--first-->");
  const swell = await openTestApp({}, undefined, { webDir });
  const policy = String((await swell.visitor.get("/squads")).headers["content-security-policy"]);
  const directives = new Map(policy.split(";").map((line) => [line.split(" ")[0]!, line.split(" ").slice(1)]));
  expect(directives.get("default-src")).toEqual(["'self'"]);
  expect(directives.get("img-src")).toEqual(["'self'", "blob:", "data:"]);
  const sources = new Set([...directives.values()].flat());
  expect([...sources].toSorted()).toEqual(["'none'", "'self'", "'unsafe-inline'", "blob:", "data:"]);
  await swell.close();
  await rm(webDir, { recursive: true });
});

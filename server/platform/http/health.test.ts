import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { version } from "../version.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

test("/readyz needs the database and the files, /healthz does not and says the version", async () => {
  const { visitor } = swell;
  expect(await visitor.get("/readyz")).toMatchObject({ status: 200, body: { status: "ok" } });
  const files = path.join(swell.parts.config.dataDir, "blobs");
  await rename(files, `${files}-away`);
  await writeFile(files, "a file where the folder should be");
  expect(await visitor.get("/readyz")).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(await visitor.get("/healthz")).toMatchObject({ status: 200, body: { status: "ok", version } });
});

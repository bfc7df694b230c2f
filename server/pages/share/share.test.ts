import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";

let webDir: string;
let swell: TestApp;
beforeAll(async () => {
  webDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-web-"));
  await writeFile(path.join(webDir, "index.html"), "<main></main>");
  swell = await openTestApp({}, undefined, { webDir });
});
afterAll(async () => {
  await swell.close();
  await rm(webDir, { recursive: true });
});

const shared = (headers: Record<string, string>) =>
  swell.app.inject({
    method: "POST",
    url: "/share",
    headers: { "content-type": "multipart/form-data; boundary=wave", ...headers },
    payload: '--wave\r\ncontent-disposition: form-data; name="files"; filename="a.jpg"\r\n\r\nbytes\r\n--wave--\r\n',
  });

test.each(["none", "cross-site"])("a share from %s without a worker leads to the page that says so", async (site) => {
  const answer = await shared({ "sec-fetch-site": site });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/add-photos?lost"]);
});

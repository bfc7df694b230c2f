import { readdir } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestApp, type TestPerson, openTestApp } from "../app.ts";

let swell: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  swell = await openTestApp();
  ana = await swell.person("ana");
  await swell.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => swell.close());

const incoming = () => readdir(path.join(swell.parts.config.dataDir, "blobs/incoming"));
const bytes = Buffer.alloc(8000, 7);

/** Starts an upload with these headers and bytes, on its own connection. */
async function put(headers: string, body: Buffer | string, { reset = false } = {}): Promise<string> {
  const { port } = swell.app.server.address() as AddressInfo;
  const url = String((await ana.post("/api/objects/upload")).body["uploadURL"]);
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`PUT ${url} HTTP/1.1\r\nHost: x\r\nCookie: ${ana.cookie}\r\n${headers}\r\n\r\n`);
      socket.write(body, () => reset && socket.resetAndDestroy());
    });
    socket.on("data", (part) => (text += part.toString()));
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });
}

test.each([
  ["more bytes than announced", "Content-Length: 1000", bytes, false],
  ["a broken chunk", "Transfer-Encoding: chunked", "5\r\nhello\r\nZZ\r\n\r\n", false],
  ["both kinds of length", "Content-Length: 10\r\nTransfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\n", false],
  ["a connection that is reset", "Content-Length: 100000", bytes, true],
])("an upload with %s leaves no file behind", async (_, headers, body, reset) => {
  // A complete upload of a wrong type creates the folder.
  expect(await put("Content-Length: 8000\r\nConnection: close", bytes)).toMatch(/^HTTP\/1\.1 415 /);
  for (let n = 0; n < 5; n++) await put(headers, body, { reset });
  await vi.waitFor(async () => expect(await incoming()).toEqual([]), { timeout: 10_000, interval: 50 });
});

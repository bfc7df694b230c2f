import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { fetchBytesFrom } from "./bytes.ts";
import { LibraryFault } from "./faults.ts";

const size = 2_000_000;

/** A library that announces `size` bytes for each file and sends only `bytes` of them. */
async function libraryThatSends(bytes: number) {
  const server = http.createServer((_, response) => {
    response.writeHead(200, { "content-length": size });
    response.write(Buffer.alloc(bytes));
    if (bytes === size) response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetchBytes = fetchBytesFrom(base);
  const connections = () =>
    new Promise<number>((resolve) => {
      server.getConnections((_, count) => resolve(count));
    });
  return { connections, fetch: async () => (await fetchBytes("token", `${base}/wave`, "original", false)).body };
}

/** Fakes timeouts only, so that connections still work. */
function holdTheClock() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

const isFull = (body: Readable) => body.readableLength >= body.readableHighWaterMark;

test("a destroyed body closes its connection, read or unread", async () => {
  const { fetch, connections } = await libraryThatSends(10);
  const unread = await Promise.all([fetch(), fetch(), fetch()]);
  const read = await Promise.all([fetch(), fetch()]);
  for (const body of read) await once(body.resume(), "data");
  expect(await connections()).toBe(5);
  for (const body of [...unread, ...read]) body.destroy();
  await vi.waitFor(async () => expect(await connections()).toBe(0));
});

test("a slow reader does not time out", async () => {
  const { fetch } = await libraryThatSends(size);
  holdTheClock();
  const body = await fetch();
  body.read(0);
  while (!isFull(body)) await setImmediate();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await buffer(body)).length).toBe(size);
});

test("a silent library times out", async () => {
  const { fetch, connections } = await libraryThatSends(10);
  holdTheClock();
  const body = await fetch();
  await once(body.resume(), "data");
  const failed = once(body, "close").catch((error: unknown) => error);
  await setImmediate();
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await failed).toBeInstanceOf(LibraryFault);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await connections()).toBe(0));
});

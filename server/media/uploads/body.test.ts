import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { demandProgress } from "./body.ts";

/** Sends `bytes` every 20 ms, and resolves with how many arrived before the end or the cut. */
async function received(bytes: number, times: number, min: { bytes: number; withinMs: number }) {
  let count = 0;
  const server = http.createServer((request, response) => {
    demandProgress(request, min);
    request.on("data", (piece: Buffer) => (count += piece.length));
    request.on("error", () => {}).on("end", () => response.end());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const request = http.request({ port, method: "PUT" });
  const over = new Promise<string>((resolve) => {
    request.on("response", () => resolve("answered")).on("error", () => resolve("cut"));
  });
  const sending = new AbortController();
  void over.then(() => sending.abort());
  for (let n = 0; n < times && !sending.signal.aborted; n++) {
    request.write(Buffer.alloc(bytes));
    await sleep(20);
  }
  request.end();
  const how = await over;
  server.close();
  return { how, count };
}

test("a sender below the minimal rate is cut off", async () => {
  const { how, count } = await received(1, 200, { bytes: 1000, withinMs: 200 });
  expect(how).toBe("cut");
  expect(count).toBeLessThan(100);
});

test("a slow sender at the minimal rate is not cut off", async () => {
  expect(await received(1000, 50, { bytes: 1000, withinMs: 200 })).toEqual({ how: "answered", count: 50_000 });
});

test("a connection that is already closed starts no timer", async () => {
  const server = http.createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const sending = http.request({ port, method: "PUT" }).on("error", () => {});
  sending.write("swell");
  const [body] = (await once(server, "request")) as [http.IncomingMessage];
  const closed = new Promise((resolve) => body.on("error", () => {}).on("close", resolve));
  sending.destroy();
  await closed;
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  demandProgress(body);
  expect(vi.getTimerCount()).toBe(0);
});

import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { collectWhenIdle } from "./collect-when-idle.ts";

const server = new EventEmitter();
const collect = vi.fn();
let stop: () => Promise<void>;
beforeEach(() => {
  vi.useFakeTimers();
  collect.mockClear();
  stop = collectWhenIdle(server, collect);
});
afterEach(async () => {
  await stop();
  vi.useRealTimers();
});

test("a server collects its garbage once after ten seconds without a request", () => {
  vi.advanceTimersByTime(9000);
  server.emit("request");
  vi.advanceTimersByTime(9000);
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(600_000);
  expect(collect).toHaveBeenCalledTimes(1);
});

test("a server with a request now and then collects once a minute", () => {
  for (let second = 0; second < 130; second += 13) {
    server.emit("request");
    vi.advanceTimersByTime(13_000);
  }
  expect(collect).toHaveBeenCalledTimes(2);
});

test("a stopped server collects nothing", async () => {
  await stop();
  server.emit("request");
  vi.advanceTimersByTime(60_000);
  expect(collect).not.toHaveBeenCalled();
  expect(server.listenerCount("request")).toBe(0);
});

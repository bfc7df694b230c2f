import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { untilLoaded } from "./near.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("code that does not come is asked for again until it is there", async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  load.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  load.mockResolvedValueOnce("viewer");
  const loaded = untilLoaded(load);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe("viewer");
  expect(load).toHaveBeenCalledTimes(3);
});

test("code that the server no longer has is asked for during a minute", async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValue(new TypeError("assets/viewer.js"));
  const loaded = expect(untilLoaded(load)).rejects.toThrow("assets/viewer.js");
  await vi.runAllTimersAsync();
  await loaded;
  expect(load).toHaveBeenCalledTimes(21);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { untilLoaded } from "./near.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("code that does not come is asked for again until it is there", async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  load.mockRejectedValueOnce(new Error("assets/viewer.js", { cause: 503 }));
  load.mockResolvedValueOnce("viewer");
  const loaded = untilLoaded(load);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe("viewer");
  expect(load).toHaveBeenCalledTimes(3);
});

test("code that the server no longer has is asked for once", async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValue(new Error("assets/viewer.js", { cause: 404 }));
  await expect(untilLoaded(load)).rejects.toThrow("assets/viewer.js");
  await vi.runAllTimersAsync();
  expect(load).toHaveBeenCalledTimes(1);
});

import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "../core/keys.ts";
import { createQueryClient } from "../core/query-client.ts";
import { countQuery } from "./count-query.ts";
import { watchCount } from "./watch-count.ts";

const asked = vi.fn(async () => Response.json({ count: asked.mock.calls.length }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", asked);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  asked.mockClear();
});

/** A page with a bell, that watches the count. */
function openPage() {
  const client = createQueryClient();
  const leave = new QueryObserver(client, countQuery).subscribe(() => undefined);
  const stop = watchCount(client);
  return { client, close: () => (stop(), leave()) };
}
const hint = (client: ReturnType<typeof createQueryClient>) => client.invalidateQueries({ queryKey: keys.inbox });

test("hints ask for the count once in ten seconds, and the last one counts", async () => {
  const { client, close } = openPage();
  await vi.advanceTimersByTimeAsync(0);
  expect(client.getQueryData(countQuery.queryKey)).toEqual({ count: 1 });
  for (let second = 0; second < 5; second += 1) {
    await hint(client);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(client.getQueryData(countQuery.queryKey)).toEqual({ count: 2 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
  await hint(client);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveBeenCalledTimes(3);
  close();
});

test("a closed page asks no more", async () => {
  const { client, close } = openPage();
  await vi.advanceTimersByTimeAsync(0);
  await hint(client);
  close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
});

test("a question that fails is asked again at the next hint", async () => {
  asked.mockRejectedValueOnce(new TypeError("no line"));
  const { client, close } = openPage();
  await vi.advanceTimersByTimeAsync(0);
  expect(client.getQueryData(countQuery.queryKey)).toBeUndefined();
  await hint(client);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(client.getQueryData(countQuery.queryKey)).toEqual({ count: 2 });
  close();
});

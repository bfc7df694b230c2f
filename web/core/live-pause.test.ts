import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "#contract/live.ts";
import { startLive } from "./live.ts";

const id = "00000000-0000-7000-8000-000000000001";
const photo: LiveEvent = { scope: "trip", id, kind: "media" };

/** A fake EventSource. */
class Stream {
  static readonly CLOSED = 2;
  static last: Stream;
  static open = 0;
  readonly readyState = 1;
  readonly hearers = new Map<string, (message: { data: string }) => void>();
  constructor() {
    Stream.last = this;
    Stream.open++;
  }
  addEventListener(name: string, hear: (message: { data: string }) => void) {
    this.hearers.set(name, hear);
  }
  close() {
    Stream.open--;
  }
}

/** What the window hears. */
const listeners = new Map<string, (event: object) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
  listeners.clear();
  vi.stubGlobal("addEventListener", (name: string, hear: (event: object) => void) => listeners.set(name, hear));
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An open page, and the times in milliseconds at which it refetched its trip. */
function page() {
  const client = new QueryClient();
  const rounds: number[] = [];
  const began = Date.now();
  vi.spyOn(client, "invalidateQueries").mockImplementation(async (filters) => {
    if (JSON.stringify(filters?.queryKey) === JSON.stringify(["trip", id])) rounds.push(Date.now() - began);
  });
  startLive(client, undefined);
  return { rounds, hear: () => Stream.last.hearers.get("message")!({ data: JSON.stringify(photo) }) };
}

test("a page refetches at the first hint and slows down as hints go on", async () => {
  const { rounds, hear } = page();
  // A hint about a photo comes every 50 ms for 20 s.
  for (let ms = 0; ms < 20_000; ms += 50) {
    hear();
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(rounds[0]).toBe(0);
  const pauses = rounds.slice(1).map((at, i) => at - rounds[i]!);
  expect(pauses.slice(0, 7)).toEqual([200, 300, 450, 675, 1012, 1519, 2000].map((ms) => expect.closeTo(ms, -1)));
  expect(new Set(pauses.slice(7))).toEqual(new Set([2000]));
  expect(rounds.length).toBeLessThan(16);
});

test("a page refetches after the last of many hints, and at once after a pause", async () => {
  const { rounds, hear } = page();
  for (let i = 0; i < 100; i++) {
    hear();
    await vi.advanceTimersByTimeAsync(50);
  }
  const before = rounds.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(rounds.length).toBe(before + 1);
  hear();
  await vi.advanceTimersByTimeAsync(0);
  expect(rounds.length).toBe(before + 2);
});

test("a page that is left closes its stream, and opens one when it comes back", () => {
  Stream.open = 0;
  page();
  expect(Stream.open).toBe(1);
  listeners.get("pagehide")!({});
  expect(Stream.open).toBe(0);
  listeners.get("pageshow")!({ persisted: false });
  expect(Stream.open).toBe(0);
  const left = Stream.last;
  listeners.get("pageshow")!({ persisted: true });
  expect(Stream.last).not.toBe(left);
});

test("a page on its way out hears nothing, and listens again if it stays", async () => {
  vi.stubGlobal("window", { setTimeout });
  page();
  const before = Stream.last;
  Stream.open = 1;
  listeners.get("beforeunload")!({});
  expect(Stream.open).toBe(0);
  await vi.advanceTimersByTimeAsync(5000);
  expect(Stream.last).not.toBe(before);
});

/** A page whose trip takes a second to load, shown or fetched ahead. `reads` says how often it was fetched. */
function slowPage(isShown: boolean) {
  const client = new QueryClient();
  let read = 0;
  const query = {
    queryKey: ["trip", id],
    queryFn: async () => {
      const state = ++read;
      await new Promise((done) => setTimeout(done, 1000));
      return state;
    },
  };
  startLive(client, 0);
  if (isShown) new QueryObserver(client, query).subscribe(() => {});
  else void client.prefetchQuery(query);
  const send = (name: string, data: object) => Stream.last.hearers.get(name)!({ data: JSON.stringify(data) });
  return { client, reads: () => read, send };
}

/** Sends a hint while a slow page loads its trip, and waits until all is quiet. */
async function hintWhileLoading(isShown: boolean) {
  const page = slowPage(isShown);
  page.send("hello", { isComplete: true });
  await vi.advanceTimersByTimeAsync(500);
  page.send("message", photo);
  await vi.advanceTimersByTimeAsync(5000);
  return page;
}

test("a hint during the first fetch of what a page shows fetches once more", async () => {
  const { client, reads } = await hintWhileLoading(true);
  expect([reads(), client.getQueryData(["trip", id])]).toEqual([2, 2]);
});

test("a hint during the first fetch ahead of a page leaves the answer stale", async () => {
  const { client, reads } = await hintWhileLoading(false);
  expect([reads(), client.getQueryState(["trip", id])?.isInvalidated]).toEqual([1, true]);
});

test("after a first connection that may have missed hints, a page fetches once more", async () => {
  const { client, reads, send } = slowPage(true);
  await vi.advanceTimersByTimeAsync(500);
  send("hello", { isComplete: false });
  await vi.advanceTimersByTimeAsync(5000);
  expect([reads(), client.getQueryData(["trip", id])]).toEqual([2, 2]);
});

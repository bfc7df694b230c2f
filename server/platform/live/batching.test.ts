import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "#contract/live.ts";
import { type Wire, openLive } from "./live.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hint = (id: string, categoryId = "ana"): LiveEvent => ({ scope: "trip", id, kind: "media", categoryId });

/** A server whose wire records what was sent and delivers it back. */
function world({ isCut = false, scopes = ["trip 1", "trip 2"] } = {}) {
  const sent: (readonly LiveEvent[])[] = [];
  const told: LiveEvent[] = [];
  const logged: unknown[] = [];
  let receive: (events: readonly LiveEvent[]) => void = () => {};
  const wire: Wire = {
    async send(events) {
      if (isCut) throw new Error("cut");
      sent.push(events);
      receive(events);
    },
    async listen(hear) {
      receive = hear;
    },
    async close() {},
  };
  const live = openLive({ wire, scopesOf: async () => new Set(scopes), log: (error) => logged.push(error) });
  live.join({ userId: "bo", scopes: new Set(scopes), tell: (event) => told.push(event), refresh: () => {} });
  return { live, sent, told, logged };
}

test("many hints within 40 ms are sent together, each once", async () => {
  const { live, sent, told } = world();
  for (let i = 0; i < 500; i++) {
    live.tell(hint("trip 1"), hint("trip 2"));
    if (i % 25 === 24) await vi.advanceTimersByTimeAsync(1);
  }
  expect({ sent, told }).toEqual({ sent: [], told: [] });
  await vi.advanceTimersByTimeAsync(20);
  expect(sent).toEqual([[hint("trip 1"), hint("trip 2")]]);
  expect(told).toEqual([hint("trip 1"), hint("trip 2")]);
  // Nothing else is sent later.
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(1);
});

test("a stream of hints is sent every 40 ms, not after the last one", async () => {
  const { live, told } = world();
  for (let ms = 0; ms < 1000; ms += 10) {
    live.tell(hint("trip 1", `person ${ms}`));
    await vi.advanceTimersByTimeAsync(10);
    // All hints older than one batch have arrived.
    expect(told.length).toBeGreaterThanOrEqual(Math.max(0, ms / 10 - 4));
  }
});

test("a hint after an equal one that was sent is sent again", async () => {
  const { live, told } = world();
  live.tell(hint("trip 1"));
  await vi.advanceTimersByTimeAsync(40);
  live.tell(hint("trip 1"));
  await vi.advanceTimersByTimeAsync(40);
  expect(told).toEqual([hint("trip 1"), hint("trip 1")]);
});

test("pages of this server get hints even if the wire fails", async () => {
  const { live, told, logged } = world({ isCut: true });
  live.tell(hint("trip 1"), hint("trip of others"));
  await vi.advanceTimersByTimeAsync(40);
  expect(told).toEqual([hint("trip 1")]);
  expect(logged).toMatchObject([{ message: "cut" }]);
});

test("a server that stops sends its waiting hints first", async () => {
  const { live, sent } = world();
  live.tell(hint("trip 1"));
  await live.close();
  expect(sent).toEqual([[hint("trip 1")]]);
});

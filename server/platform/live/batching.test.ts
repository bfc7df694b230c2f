import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "#contract/live.ts";
import { type Wire, openLive } from "./live.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hint = (id: string, by = "ana"): LiveEvent => ({ scope: "trip", id, kind: "media", by });

/** A server whose line to the others keeps what was sent over it, and brings it back. */
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

test("the hints of a crowd gather for a moment, and travel together and once each", async () => {
  const { live, sent, told } = world();
  for (let i = 0; i < 500; i++) {
    live.tell(hint("trip 1"), hint("trip 2"));
    if (i % 25 === 24) await vi.advanceTimersByTimeAsync(1);
  }
  expect({ sent, told }).toEqual({ sent: [], told: [] });
  await vi.advanceTimersByTimeAsync(20);
  expect(sent).toEqual([[hint("trip 1"), hint("trip 2")]]);
  expect(told).toEqual([hint("trip 1"), hint("trip 2")]);
  // Nothing was left over.
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(1);
});

test("hints that go on are told of every moment, and none of them waits for the last", async () => {
  const { live, told } = world();
  for (let ms = 0; ms < 1000; ms += 10) {
    live.tell(hint("trip 1", `person ${ms}`));
    await vi.advanceTimersByTimeAsync(10);
    // What is older than the moment in which hints gather was told.
    expect(told.length).toBeGreaterThanOrEqual(Math.max(0, ms / 10 - 4));
  }
});

test("the hint of a change that comes after one was sent is sent again", async () => {
  const { live, told } = world();
  live.tell(hint("trip 1"));
  await vi.advanceTimersByTimeAsync(40);
  live.tell(hint("trip 1"));
  await vi.advanceTimersByTimeAsync(40);
  expect(told).toEqual([hint("trip 1"), hint("trip 1")]);
});

test("when the line is cut, the pages of this server are told all the same", async () => {
  const { live, told, logged } = world({ isCut: true });
  live.tell(hint("trip 1"), hint("trip of others"));
  await vi.advanceTimersByTimeAsync(40);
  expect(told).toEqual([hint("trip 1")]);
  expect(logged).toMatchObject([{ message: "cut" }]);
});

test("what gathers while a server stops is sent before it does", async () => {
  const { live, sent } = world();
  live.tell(hint("trip 1"));
  await live.close();
  expect(sent).toEqual([[hint("trip 1")]]);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "#contract/live.ts";
import { newId } from "../db/id.ts";
import { type Wire, openLive } from "./live.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const bo = newId();
const [trip1, trip2, tripOfOthers, award] = [newId(), newId(), newId(), newId()];
const hint = (id: string, categoryId = award): LiveEvent => ({ scope: "trip", id, kind: "media", categoryId });

/** A server whose wire records what was sent and delivers it back. */
function world({ isCut = false, scopes = [trip1, trip2] } = {}) {
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
  const scopesOf = vi.fn(async () => new Set(scopes));
  const live = openLive({ wire, scopesOf, log: (error) => logged.push(error) });
  live.join({ userId: bo, scopes: new Set(scopes), tell: (event) => told.push(event), refresh: () => {} });
  return { live, sent, told, logged, scopesOf };
}

test("many hints within 40 ms are sent together, each once", async () => {
  const { live, sent, told } = world();
  for (let i = 0; i < 500; i++) {
    live.tell(hint(trip1), hint(trip2));
    if (i % 25 === 24) await vi.advanceTimersByTimeAsync(1);
  }
  expect({ sent, told }).toEqual({ sent: [], told: [] });
  await vi.advanceTimersByTimeAsync(20);
  expect(sent).toEqual([[hint(trip1), hint(trip2)]]);
  expect(told).toEqual([hint(trip1), hint(trip2)]);
  // Nothing else is sent later.
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(1);
});

test("a stream of hints is sent every 40 ms, not after the last one", async () => {
  const { live, told } = world();
  for (let ms = 0; ms < 1000; ms += 10) {
    live.tell(hint(trip1, newId()));
    await vi.advanceTimersByTimeAsync(10);
    // All hints older than one batch have arrived.
    expect(told.length).toBeGreaterThanOrEqual(Math.max(0, ms / 10 - 4));
  }
});

test("a hint after an equal one that was sent is sent again", async () => {
  const { live, told } = world();
  live.tell(hint(trip1));
  await vi.advanceTimersByTimeAsync(40);
  live.tell(hint(trip1));
  await vi.advanceTimersByTimeAsync(40);
  expect(told).toEqual([hint(trip1), hint(trip1)]);
});

test("pages of this server get hints even if the wire fails", async () => {
  const { live, told, logged } = world({ isCut: true });
  live.tell(hint(trip1), hint(tripOfOthers));
  await vi.advanceTimersByTimeAsync(40);
  expect(told).toEqual([hint(trip1)]);
  expect(logged).toMatchObject([{ message: "cut" }]);
});

test("a server that stops sends its waiting hints first", async () => {
  const { live, sent } = world();
  live.tell(hint(trip1));
  await live.close();
  expect(sent).toEqual([[hint(trip1)]]);
});

test("a page gets no hint of its squads and trips until its new ones are known", async () => {
  const { live, told, logged, scopesOf } = world();
  scopesOf.mockRejectedValueOnce(new Error("no database")).mockResolvedValueOnce(new Set([trip2]));
  live.tell({ scope: "user", id: bo, kind: "members", changesRights: true }, hint(trip1));
  await vi.advanceTimersByTimeAsync(40);
  live.tell(hint(trip1), hint(trip2));
  await vi.advanceTimersByTimeAsync(40);
  expect([told.map(({ id }) => id), logged]).toEqual([[bo], [new Error("no database")]]);
  await vi.advanceTimersByTimeAsync(1000);
  live.tell(hint(trip1), hint(trip2));
  await vi.advanceTimersByTimeAsync(40);
  expect(told.map(({ id }) => id)).toEqual([bo, trip2]);
});

test("a hint has the contract's fields alone, and none of them if one is wrong", async () => {
  const { live, told, logged } = world();
  live.tell({ ...hint(trip1), nominee: "Ana" } as LiveEvent, hint(trip2, "no id"));
  await vi.advanceTimersByTimeAsync(40);
  expect(told).toEqual([hint(trip1), { scope: "trip", id: trip2, kind: "media" }]);
  expect(logged).toHaveLength(1);
});

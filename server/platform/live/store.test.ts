import { expect, onTestFinished, test, vi } from "vitest";
import type { LiveEvent } from "#contract/live.ts";
import { freshDatabase } from "../../testing/database.ts";
import { openProxiedDatabase } from "../../testing/proxied-database.ts";
import { postgresWire } from "./store.ts";

const soon = { timeout: 20_000, interval: 20 };
const hint: LiveEvent = { scope: "trip", id: "a trip", kind: "media" };

test("a silent connection is replaced, and then pages refresh", async () => {
  const there = await freshDatabase();
  const { database, proxy, sessions, close } = await openProxiedDatabase(there, 2, 5000);
  const lost: unknown[] = [];
  const wire = postgresWire(database, (error) => lost.push(error), { askMs: 100, answerMs: 2000 });
  onTestFinished(async () => {
    await wire.close();
    await close();
    await there.drop();
  });
  const received: LiveEvent[] = [];
  const restored = vi.fn();
  await wire.listen((events) => received.push(...events), restored);
  // Many checks alone report no loss.
  const asked = proxy.sent();
  await vi.waitFor(() => expect(proxy.sent()).toBeGreaterThan(asked + 100), soon);
  expect(lost).toEqual([]);

  proxy.stall();
  await vi.waitFor(async () => expect(await sessions()).toBe(0), soon);
  expect(String(lost[0])).toBe("Error: The database has fallen silent: listening anew");
  expect(restored).not.toHaveBeenCalled();
  await proxy.restore();
  await vi.waitFor(() => expect(restored).toHaveBeenCalledTimes(1), soon);
  // Each hint arrives once, because there is one connection.
  const others = postgresWire(there, (error) => lost.push(error));
  await others.send([hint]);
  await vi.waitFor(() => expect(received).toEqual([hint]), soon);
  expect(await sessions()).toBe(1);
});

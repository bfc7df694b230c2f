import { afterEach, expect, it, vi } from "vitest";
import { stayAwake } from "./stay-awake.ts";

afterEach(() => vi.unstubAllGlobals());

it("a wake lock is requested again after a touch and after hiding", async () => {
  let mayHold = false;
  let asked = 0;
  const locks: { released: boolean; release: () => Promise<void> }[] = [];
  const request = async () => {
    asked += 1;
    if (!mayHold) throw new DOMException("Not without a touch", "NotAllowedError");
    const lock = { released: false, release: async () => void (lock.released = true) };
    locks.push(lock);
    return lock;
  };
  const document = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("document", document);
  vi.stubGlobal("navigator", { wakeLock: { request } });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const happens = async (what: string) => {
    document.dispatchEvent(new Event(what));
    await new Promise((done) => setTimeout(done));
  };

  stayAwake("uploads", true);
  await happens("scroll");
  expect([asked, locks.length]).toEqual([1, 0]);
  mayHold = true;
  await happens("click");
  expect(locks.map(({ released }) => released)).toEqual([false]);
  await happens("touchend");
  await happens("click");
  expect(asked).toBe(2);
  locks[0]!.released = true;
  await happens("visibilitychange");
  expect(locks.map(({ released }) => released)).toEqual([true, false]);
  stayAwake("uploads", false);
  await happens("click");
  expect(asked).toBe(3);
  expect(locks.every(({ released }) => released)).toBe(true);
});

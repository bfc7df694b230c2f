import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mayAsk, noteRefusal } from "./asked.ts";

const day = 24 * 3_600_000;
const now = Date.UTC(2026, 6, 8);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("a person is asked, then again after 30 days, then never", () => {
  expect(mayAsk("Ana", now)).toBe(true);
  noteRefusal("Ana", now);
  expect(mayAsk("Ana", now + 29 * day)).toBe(false);
  expect(mayAsk("Ana", now + 31 * day)).toBe(true);
  noteRefusal("Ana", now + 31 * day);
  expect(mayAsk("Ana", now + 400 * day)).toBe(false);
});

test("another person who uses the browser is asked on their own", () => {
  noteRefusal("Ana", now);
  expect(mayAsk("Bo", now)).toBe(true);
});

test("where the browser blocks storage, nobody is asked", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(mayAsk("Ana", now)).toBe(false);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "./page.ts";
import { findTyped, forgetTyped, forgetTypedByOthers, keepTyped, watchTyped } from "./typed.ts";

let stored = new Map<string, string>();
let unwatch: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  page.person = "ana";
});
afterEach(() => {
  for (const stop of unwatch) stop();
  unwatch = [];
  delete page.person;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const type = (name: string, values: object | undefined) => unwatch.push(watchTyped(name, () => values));

test("what is typed is kept by form, and a form that nobody touched is not", () => {
  type("profile", { bio: "Salty" });
  type("trip", undefined);
  keepTyped();
  expect(findTyped("profile")).toEqual({ bio: "Salty" });
  expect(findTyped("trip")).toBeUndefined();
});

test("passwords, codes and files are never kept", () => {
  type("any", { bio: "Salty", password: "1", newPassword: "2", code: "3", inviteCode: "4", photo: new Blob(["5"]) });
  keepTyped();
  expect(findTyped("any")).toEqual({ bio: "Salty" });
});

test("nothing is kept for a visitor, and what was kept is nobody else's", () => {
  type("profile", { bio: "Salty" });
  delete page.person;
  keepTyped();
  expect(stored.size).toBe(0);
  page.person = "ana";
  keepTyped();
  page.person = "ben";
  expect(findTyped("profile")).toBeUndefined();
  page.person = "ana";
  expect(findTyped("profile")).toBeUndefined();
});

test("another person's page deletes what was kept before it shows a form", () => {
  type("profile", { bio: "Salty" });
  keepTyped();
  page.person = "ben";
  forgetTypedByOthers();
  expect(stored.size).toBe(0);
});

test("it is kept for an hour", () => {
  type("profile", { bio: "Salty" });
  keepTyped();
  vi.advanceTimersByTime(3_599_000);
  expect(findTyped("profile")).toBeDefined();
  vi.advanceTimersByTime(1000);
  expect(findTyped("profile")).toBeUndefined();
  expect(stored.size).toBe(0);
});

test("a form that closes is forgotten alone, a logout forgets all", () => {
  type("profile", { bio: "Salty" });
  type("trip", { name: "Ericeira" });
  keepTyped();
  forgetTyped("profile");
  expect([findTyped("profile"), findTyped("trip")]).toEqual([undefined, { name: "Ericeira" }]);
  forgetTyped();
  expect(stored.size).toBe(0);
});

test("a browser that blocks storage keeps nothing, and nothing fails", () => {
  vi.stubGlobal("sessionStorage", undefined);
  type("profile", { bio: "Salty" });
  keepTyped();
  expect(findTyped("profile")).toBeUndefined();
  forgetTyped();
});

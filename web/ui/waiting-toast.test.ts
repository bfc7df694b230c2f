import { afterEach, expect, test, vi } from "vitest";
import { dismissToast, toasts } from "./toast.ts";
import { showWaitingToast, toastOnArrival } from "./waiting-toast.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  for (const { id } of toasts.current()) dismissToast(id);
});

test("a toast for the next document shows there once", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  toastOnArrival({ title: "Password changed" });
  showWaitingToast();
  showWaitingToast();
  expect(toasts.current().map(({ title }) => title)).toEqual(["Password changed"]);
});

test("without storage the next document opens without a toast", () => {
  const refuse = () => {
    throw new DOMException("Storage is blocked", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  toastOnArrival({ title: "Password changed" });
  showWaitingToast();
  expect(toasts.current()).toEqual([]);
});

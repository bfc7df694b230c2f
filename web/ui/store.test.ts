import { expect, test } from "vitest";
import { createStore } from "./store.ts";

test("a store calls its listeners on each change until they unsubscribe", () => {
  const store = createStore(1);
  const seen: number[] = [];
  const leave = store.subscribe(() => seen.push(store.current()));
  store.set(2);
  store.set(3);
  leave();
  store.set(4);
  expect(seen).toEqual([2, 3]);
  expect(store.current()).toBe(4);
});

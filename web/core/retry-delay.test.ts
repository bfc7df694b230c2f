import { expect, it } from "vitest";
import { retryDelay } from "./retry-delay.ts";

it("the retry delay grows to half a minute and differs between browsers", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map((tries) => retryDelay(tries, 0))).toEqual(
    [0, 1, 3, 5, 10, 20, 30, 30].map((seconds) => seconds * 1000),
  );
  expect(retryDelay(2, 1)).toBe(3750);
});

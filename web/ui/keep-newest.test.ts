import { expect, test } from "vitest";
import { keepNewest } from "./keep-newest.ts";

test("the newest results are made once, and a dropped one is made again", () => {
  const made: string[] = [];
  const draw = keepNewest(2, (key) => {
    made.push(key);
    return `drawn ${key}`;
  });
  expect(["a", "b", "a", "c", "b", "c", "a"].map(draw)).toEqual(
    ["a", "b", "a", "c", "b", "c", "a"].map((key) => `drawn ${key}`),
  );
  expect(made).toEqual(["a", "b", "c", "a"]);
});

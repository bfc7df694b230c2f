import { expect, test } from "vitest";
import { cupHeight } from "./cup.tsx";

test("a cup grows with each title in a row, up to the fifth", () => {
  const heights = [1, 2, 3, 4, 5, 6, 20].map(cupHeight);
  expect(heights).toEqual([3.5, 4.25, 5, 5.75, 6.5, 6.5, 6.5]);
});

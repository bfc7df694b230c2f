import { expect, test } from "vitest";
import { sinceWords } from "./since-words.ts";

const now = new Date(2026, 10, 28, 9, 30);
const at = (month: number, day: number, year = 2026) => new Date(year, month - 1, day, 14, 20).toJSON();

test.each([
  [new Date(2026, 10, 28, 0, 5).toJSON(), "00:05"],
  [at(11, 27), "yesterday"],
  [at(11, 26), "Thursday"],
  [at(11, 22), "Sunday"],
  [at(11, 21), "21 November"],
  [at(6, 3), "3 June"],
  [at(6, 3, 2025), "3 June 2025"],
])("since %s reads %s", (instant, words) => {
  expect(sinceWords(instant, now)).toBe(words);
});

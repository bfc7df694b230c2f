import { expect, test } from "vitest";
import { firstLetterOf } from "./first-letter.ts";

test.each([
  ["Ana", "A"],
  ["a", "a"],
  ["Øyvind", "Ø"],
  ["É", "É"],
  ["E\u0301lodie", "E\u0301"],
  ["n\u0303", "n\u0303"],
  ["Жанна", "Ж"],
  ["👩‍👩‍👧 Team", "👩‍👩‍👧"],
  ["", ""],
])("the first letter of %j is %j", (name, letter) => {
  expect(firstLetterOf(name)).toBe(letter);
});

import { expect, test } from "vitest";
import { crownedWords } from "./crowned-words.ts";

test("awards that are out already are counted in words up to ten", () => {
  expect(crownedWords(0)).toBeNull();
  expect(crownedWords(1)).toBe("One is out already. It gets one card.");
  expect(crownedWords(2)).toBe("Two are out already. They get one card.");
  expect(crownedWords(10)).toBe("Ten are out already. They get one card.");
  expect(crownedWords(11)).toBe("11 are out already. They get one card.");
});

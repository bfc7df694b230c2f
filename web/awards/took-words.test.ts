import { expect, test } from "vitest";
import { tookWords } from "./took-words.ts";

const winner = (firstName: string, golds: number) => ({
  user: { id: firstName, firstName, lastName: "Berg", bio: null, profileImageUrl: null },
  golds,
});

test("a night that is over names whoever took most", () => {
  expect(tookWords([])).toBe("Awards Night is over");
  expect(tookWords([winner("Emil", 3)])).toBe("Emil took three");
  expect(tookWords([winner("Emil", 12)])).toBe("Emil took 12");
  expect(tookWords([winner("Ana", 2), winner("Bo", 2)])).toBe("Ana and Bo took two each");
  expect(tookWords(["Ana", "Bo", "Cleo", "Dora", "Emil"].map((name) => winner(name, 1)))).toBe(
    "Ana, Bo, Cleo and 2 more took one each",
  );
});

import { expect, test } from "vitest";
import { shortNames } from "./short-names.ts";

test("people go by their first name, unless another one has it too", () => {
  const people = [
    { firstName: "Ana", lastName: "Berg" },
    { firstName: "Bo", lastName: "Berg" },
    { firstName: "Ana", lastName: "Lopes" },
  ];
  expect(people.map(shortNames(people))).toEqual(["Ana Berg", "Bo", "Ana Lopes"]);
});

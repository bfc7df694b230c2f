import { expect, test } from "vitest";
import { formatCount, listed, plural, pluralOfPlace } from "./locale.ts";

test.each([
  [0, "votes"],
  [1, "vote"],
  [2, "votes"],
  [101, "votes"],
])("a count of %i has %s", (count, text) => {
  expect(plural(count, { one: "vote", other: "votes" })).toBe(text);
});

test("places in a row end as people say them", () => {
  const said = [1, 2, 3, 4, 11, 12, 13, 21, 112].map((place) =>
    pluralOfPlace(place, { one: `${place}st`, two: `${place}nd`, few: `${place}rd`, other: `${place}th` }),
  );
  expect(said).toEqual(["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"]);
});

test("a count has commas between thousands", () => {
  expect([0, 999, 1000, 1_234_567].map(formatCount)).toEqual(["0", "999", "1,000", "1,234,567"]);
});

test("a list ends with an and", () => {
  const names = ["Ana", "Jonas", "2 more"];
  expect([0, 1, 2, 3].map((length) => listed(names.slice(0, length)))).toEqual([
    "",
    "Ana",
    "Ana and Jonas",
    "Ana, Jonas and 2 more",
  ]);
});

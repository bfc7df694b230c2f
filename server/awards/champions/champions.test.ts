import { describe, expect, test } from "vitest";
import { championsOf } from "./champions.ts";

describe("the champions of an award", () => {
  test("are nobody before its second occasion", () => {
    expect(championsOf([])).toEqual([]);
  });

  test("are the winners of the last occasion, with their titles in a row", () => {
    expect(championsOf([["ana"], ["ana"], ["bo"], ["ana"]])).toEqual([{ userId: "ana", titles: 2 }]);
    expect(championsOf([["bo"], ["ana"]])).toEqual([{ userId: "bo", titles: 1 }]);
  });

  test("of a tie are all its winners, each with their own row of titles", () => {
    expect(championsOf([["ana", "bo"], ["bo"], ["bo", "cleo"]])).toEqual([
      { userId: "ana", titles: 1 },
      { userId: "bo", titles: 3 },
    ]);
  });
});

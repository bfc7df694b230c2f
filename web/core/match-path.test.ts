import { describe, expect, test } from "vitest";
import { matchPath } from "./match-path.ts";

describe("a path fits a pattern", () => {
  test("when it is the same, with or without a slash at the end", () => {
    expect(matchPath("/find-squad", "/find-squad")).toEqual({});
    expect(matchPath("/find-squad", "/find-squad/")).toEqual({});
    expect(matchPath("/", "/")).toEqual({});
  });

  test("and gives the parts it names, decoded", () => {
    expect(matchPath("/trips/:id/awards", "/trips/a%20b/awards")).toEqual({ id: "a b" });
  });

  test("with an optional part missing", () => {
    expect(matchPath("/profile/:userId?", "/profile")).toEqual({ userId: undefined });
    expect(matchPath("/profile/:userId?", "/profile/7")).toEqual({ userId: "7" });
  });

  test("and not when parts are missing, added, or cannot be decoded", () => {
    expect(matchPath("/trips/:id", "/trips")).toBeUndefined();
    expect(matchPath("/trips/:id", "/trips/1/awards")).toBeUndefined();
    expect(matchPath("/trips/:id", "/trips/%E0%A4%A")).toBeUndefined();
    expect(matchPath("/", "/anything")).toBeUndefined();
  });
});

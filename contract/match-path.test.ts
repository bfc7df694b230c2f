import { describe, expect, test } from "vitest";
import { matchPath } from "./match-path.ts";

describe("matching a path with a pattern", () => {
  test("matches the same path, with or without a trailing slash", () => {
    expect(matchPath("/find-squad", "/find-squad")).toEqual({});
    expect(matchPath("/find-squad", "/find-squad/")).toEqual({});
    expect(matchPath("/", "/")).toEqual({});
  });

  test("returns the decoded parameters", () => {
    expect(matchPath("/trips/:id/awards", "/trips/a%20b/awards")).toEqual({ id: "a b" });
  });

  test("matches without an optional parameter", () => {
    expect(matchPath("/profile/:userId?", "/profile")).toEqual({ userId: undefined });
    expect(matchPath("/profile/:userId?", "/profile/7")).toEqual({ userId: "7" });
  });

  test("does not match missing, additional or undecodable parts", () => {
    expect(matchPath("/trips/:id", "/trips")).toBeUndefined();
    expect(matchPath("/trips/:id", "/trips/1/awards")).toBeUndefined();
    expect(matchPath("/trips/:id", "/trips/%E0%A4%A")).toBeUndefined();
    expect(matchPath("/", "/anything")).toBeUndefined();
  });
});

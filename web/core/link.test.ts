import { describe, expect, test } from "vitest";
import { paths, returnPathOf } from "./link.tsx";

const origin = "https://swell.example";
const returnTo = (path: string) => returnPathOf(`?return=${encodeURIComponent(path)}`, origin);

test("parameters of a path are encoded", () => {
  expect(paths.joinSquad("a/b", "x&y")).toBe("/join-squad/a%2Fb?invite=x%26y");
  expect(paths.trip("7", "upload")).toBe("/trips/7?open=upload");
});

describe("the page after sign-in", () => {
  test("is the requested page of this site with its whole address", () => {
    expect(returnTo("/join-squad/7?invite=abc#top")).toBe("/join-squad/7?invite=abc#top");
    expect(returnPathOf("?redirect=%2Fcreate-squad", origin)).toBe("/create-squad");
  });

  test("is the home page without a request", () => {
    expect(returnPathOf("", origin)).toBe("/");
  });

  test.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    "evil",
    "",
  ])("is the home page for %j, which is no path of this site", (path) => {
    expect(returnTo(path)).toBe("/");
  });

  test.each(["/api/logout", "/auth?return=/x", "/register", "/objects/1", "/squads/../api/logout"])(
    "is the home page for %j, which is no page to return to",
    (path) => {
      expect(returnTo(path)).toBe("/");
    },
  );

  test("the address of sign-in keeps an invite code", () => {
    const join = paths.joinSquad("7", "a+b/c=");
    const auth = new URL(paths.auth(join), origin);
    expect(returnPathOf(auth.search, origin)).toBe(join);
  });
});

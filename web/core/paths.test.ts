import { describe, expect, test } from "vitest";
import { paths, returnPathOf } from "./paths.ts";

const origin = "https://swell.example";
const returnTo = (path: string) => returnPathOf(`?return=${encodeURIComponent(path)}`, origin);

test("what goes into an address is encoded", () => {
  expect(paths.joinSquad("a/b", "x&y")).toBe("/join-squad/a%2Fb?invite=x%26y");
  expect(paths.trip("7", "upload")).toBe("/trips/7?open=upload");
});

describe("after signing in one goes", () => {
  test("to the page of this site that was asked for, with all its address", () => {
    expect(returnTo("/join-squad/7?invite=abc#top")).toBe("/join-squad/7?invite=abc#top");
    expect(returnPathOf("?redirect=%2Fcreate-squad", origin)).toBe("/create-squad");
  });

  test("home when nothing was asked for", () => {
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
  ])("home when asked to go to %j", (path) => {
    expect(returnTo(path)).toBe("/");
  });

  test.each(["/api/logout", "/auth?return=/x", "/register", "/objects/1", "/squads/../api/logout"])(
    "home when asked for %j, which is no page to return to",
    (path) => {
      expect(returnTo(path)).toBe("/");
    },
  );

  test("there and back: the address of sign-in keeps an invite code", () => {
    const join = paths.joinSquad("7", "a+b/c=");
    const auth = new URL(paths.auth(join), origin);
    expect(returnPathOf(auth.search, origin)).toBe(join);
  });
});

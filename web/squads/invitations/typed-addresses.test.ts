import { expect, test } from "vitest";
import { typedAddresses, withoutLastWord } from "./typed-addresses.ts";

test.each([
  ["ana@example.org, bo@example.org;cleo@example.org\ndora@example.org\t", 4, 0],
  ["  ,;\n ", 0, 0],
  ["ana@example.org ANA@Example.org ana@example.org", 1, 0],
  ["ana@example, @example.org, ana, a@b@example.org, ana@.org, ana@example..org", 0, 6],
  ["surf+wax@sub.example.org, jörg@exämple.org", 2, 0],
])("%j holds %i addresses and %i others", (text, valid, dropped) => {
  const typed = typedAddresses(text);
  expect([typed.valid.length, typed.dropped.length]).toEqual([valid, dropped]);
});

test.each([
  ["Person One<one@example.org>", ["one@example.org"]],
  ["Person One<mailto:one@example.org>", ["one@example.org"]],
  ["<mailto:one@example.org>", ["one@example.org"]],
  ["mailto:<one@example.org>", ["one@example.org"]],
  ["Person One [mailto:one@example.org]", ["one@example.org"]],
  ["Person One (one@example.org)", ["one@example.org"]],
  ["[one@example.org](mailto:one@example.org)", ["one@example.org"]],
  ["“one@example.org”, «two@example.org»", ["one@example.org", "two@example.org"]],
  [
    "„one@example.org“ ‚two@example.org‘ 「three@example.org」",
    ["one@example.org", "two@example.org", "three@example.org"],
  ],
  ["one@example.org\u200B", ["one@example.org"]],
  ["\uFEFF\u202Aone@exam\u00ADple.org\u202C", ["one@example.org"]],
  [
    "one@example.org，two@example.org、three@example.org；four@example.org",
    ["one@example.org", "two@example.org", "three@example.org", "four@example.org"],
  ],
  [
    "one@example.org\ttwo@example.org\u00A0three@example.org\u2028",
    ["one@example.org", "two@example.org", "three@example.org"],
  ],
  ["mailto:one@example.org?subject=Trip", ["one@example.org"]],
  ['"MAILTO:one@example.org?subject=Trip"', ["one@example.org"]],
  ["张三＜one＠example.org＞； two@example。org。", ["one@example.org", "two@example.org"]],
  ['"One, Person" <one@example.org>; two@example.org <two@example.org>', ["one@example.org", "two@example.org"]],
  ["two@example.org Person One <one@example.org>", ["two@example.org", "one@example.org"]],
  ["• one@example.org\n– two@example.org", ["one@example.org", "two@example.org"]],
  ["one@bücher.example one@BÜCHER.example one@xn--bcher-kva.example", ["one@bücher.example"]],
  ["two@пример.рф", ["two@пример.рф"]],
])("%j holds nothing but %j", (text, valid) => {
  expect(typedAddresses(text)).toEqual({ valid, dropped: [] });
});

test("a long text of words, brackets and quotes is read at once", () => {
  const before = performance.now();
  for (const part of ["word ", '"', "<", "(@", "one@", "?", "。", '"a" '])
    expect(typedAddresses(part.repeat(20_000)).valid).toEqual([]);
  expect(performance.now() - before).toBeLessThan(2000);
});

test("a word at which somebody is typing is left out", () => {
  expect(withoutLastWord("one@example.org，tw")).toBe("one@example.org，");
  expect(withoutLastWord("one@example.org, tw")).toBe("one@example.org, ");
});

test("addresses copied from mail programs lose their names", () => {
  expect(typedAddresses(`"Ana Lopes" <ana@example.org>, mailto:bo@example.org (cleo@example.org).`).valid).toEqual([
    "ana@example.org",
    "bo@example.org",
    "cleo@example.org",
  ]);
});

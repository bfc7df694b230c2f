import { expect, test } from "vitest";
import { typedAddresses } from "./typed-addresses.ts";

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

test("addresses copied from mail programs lose their names", () => {
  expect(typedAddresses(`"Ana Lopes" <ana@example.org>, mailto:bo@example.org (cleo@example.org).`).valid).toEqual([
    "ana@example.org",
    "bo@example.org",
    "cleo@example.org",
  ]);
});

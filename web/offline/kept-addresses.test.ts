import { expect, test } from "vitest";
import { isKept } from "./kept-addresses.ts";

const id = "01a224f7-d30e-7141-a52b-a660f34abf3f";

test.each([
  ["/api/dashboard", true],
  [`/api/trips/${id}`, true],
  [`/api/trips/${id}/media?limit=50&cursor=x`, true],
  [`/api/trips/${id}/ballot`, true],
  ["/api/account", false],
  ["/api/sessions", false],
  ["/api/admin", false],
  [`/api/trips/${id}/receipts`, false],
  [`/api/trips/${id}/trash`, false],
  [`/api/categories/${id}/my-vote`, false],
  [`/objects/${id}`, false],
])("what %s answers is kept: %s", (address, expected) => {
  expect(isKept(address)).toBe(expected);
});

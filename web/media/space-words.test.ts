import { expect, it } from "vitest";
import { spaceWords } from "./space-words.ts";

const gigabyte = 1024 ** 3;

it.each([
  [0, 5 * gigabyte, "0 of 5 GB used.", false],
  [1.23 * gigabyte, 5 * gigabyte, "1.2 of 5 GB used.", false],
  [4 * gigabyte, 5 * gigabyte, "4 of 5 GB used. Nearly full.", true],
  [6 * gigabyte, 5 * gigabyte, "6 of 5 GB used. Delete photos for good to make room.", true],
  [gigabyte / 8, gigabyte / 2, "128 of 512 MB used.", false],
])("%s of %s bytes is %s", (usedBytes, maxBytes, text, isWarning) => {
  expect(spaceWords({ usedBytes, maxBytes })).toEqual({ text, isWarning });
});

import { expect, it } from "vitest";
import { formatBytes } from "./sizes.ts";

it.each([
  [0, "0 kB"],
  [700, "1 kB"],
  [40_960, "40 kB"],
  [314_573, "0.3 MB"],
  [104_857_600, "100 MB"],
  [4.1 * 1024 ** 3, "4.1 GB"],
  [1.25 * 1024 ** 4, "1.3 TB"],
  [2000 * 1024 ** 4, "2,000 TB"],
])("%s bytes are %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

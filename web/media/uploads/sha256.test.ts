import { expect, it } from "vitest";
import { sha256InParts, sha256Of } from "./sha256.ts";

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000, 100_003])(
  "hashes %i bytes, whole and in parts",
  async (length) => {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 7919) % 256);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const expected = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const file = new Blob([bytes]);
    expect(await sha256Of(file)).toBe(expected);
    for (const maxBytes of [length > 1000 ? 7 : 1, 37, 64, 100_003])
      expect(await sha256InParts(file, maxBytes)).toBe(expected);
  },
);

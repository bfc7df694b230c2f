import { expect, it } from "vitest";
import { sha256 } from "./sha256.ts";

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000, 100_003])(
  "sums up %i bytes, however they come",
  async (length) => {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 7919) % 256);
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const right = Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
    for (const part of [1, 37, 64, 100_003]) {
      const hash = sha256();
      for (let at = 0; at < length; at += part) hash.update(bytes.subarray(at, at + part));
      expect(hash.digest()).toBe(right);
    }
  },
);

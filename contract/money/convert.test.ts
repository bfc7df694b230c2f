import { describe, expect, test } from "vitest";
import { seeded } from "../../try/stand-ins/seeded.ts";
import { convert } from "./convert.ts";
import { digitsOf } from "./currencies.ts";

describe("an amount is converted", () => {
  test.each([
    [5000, "0.0061", "JPY", "EUR", 3050],
    [1000, "163.934426", "EUR", "JPY", 1639],
    [1000, "0.92", "USD", "EUR", 920],
    [12_345, "3.25", "KWD", "USD", 4012],
    [4012, "0.307", "USD", "KWD", 12_317],
    [100, "0.002", "JPY", "KWD", 200],
    [12_345, "1", "CLF", "JPY", 1],
    [1, "9.8765", "JPY", "CLF", 98_765],
    [12_345, "0.5", "CLF", "KWD", 617],
    [700, "1", "EUR", "USD", 700],
    [700, "007", "EUR", "USD", 4900],
    [1, "999999999999", "EUR", "USD", 999_999_999_999],
    [1_000_000_000, "0.00000000001", "EUR", "USD", 0],
    [1_000_000_000, "1.00000000001", "EUR", "USD", 1_000_000_000],
    [1_000_000_000, "1.00000000051", "EUR", "USD", 1_000_000_001],
    [999_999_999, "0.123456789012", "EUR", "USD", 123_456_789],
  ])("%i at %s from %s to %s", (amount, rate, from, to, converted) => {
    expect(convert(amount, rate, from, to)).toBe(converted);
    expect(convert(-amount, rate, from, to)).toBe(converted === 0 ? 0 : -converted);
  });

  test.each([
    [1, "0.5", 1],
    [1, "0.49999999999", 0],
    [3, "0.5", 2],
    [5, "0.5", 3],
    // 1.005 is a little less as a float.
    [100, "1.005", 101],
    [-1, "0.5", -1],
    [-3, "0.5", -2],
    [-1, "0.4", 0],
  ])("%i at %s to the nearest unit, half away from zero", (amount, rate, converted) => {
    expect(convert(amount, rate, "EUR", "USD")).toBe(converted);
  });
});

test("random conversions lie within half a unit of the exact product", () => {
  const below = seeded(2);
  const codes = ["JPY", "EUR", "KWD", "CLF"];
  for (let round = 0; round < 5000; round++) {
    const [from, to] = [codes[below(4)]!, codes[below(4)]!];
    const amount = (1 + below(10 ** (1 + below(9)))) * (below(2) === 0 ? 1 : -1);
    const places = below(8);
    const rate = `${below(10_000)}.${String(1 + below(10 ** places)).padStart(places + 1, "0")}`;
    // Both sides of the comparison times 10^(decimals of the rate + digits of `from`), which makes them whole.
    const exact = BigInt(amount) * BigInt(rate.replace(".", "")) * 10n ** BigInt(digitsOf(to));
    const unit = 10n ** BigInt(places + 1 + digitsOf(from));
    const converted = convert(amount, rate, from, to);
    // Larger results are not exact, and no cost may be so large.
    if (!Number.isSafeInteger(converted)) continue;
    const twice = 2n * (BigInt(converted) * unit - exact) * (amount < 0 ? -1n : 1n);
    expect(twice <= unit && twice > -unit, `${amount} at ${rate} from ${from} to ${to}`).toBe(true);
  }
});

import { digitsOf } from "./currencies.ts";

/**
 * Converts an amount by a rate, a decimal such as "0.0061", into the smallest unit of another currency. Rounds half away from zero. The
 * result may be 0, or too large for an amount.
 */
export function convert(amount: number, rate: string, from: string, to: string): number {
  const [whole = "", fraction = ""] = rate.split(".");
  const shift = digitsOf(to) - digitsOf(from) - fraction.length;
  const product = BigInt(Math.abs(amount)) * BigInt(whole + fraction);
  const scaled = shift >= 0 ? product * 10n ** BigInt(shift) : rounded(product, 10n ** BigInt(-shift));
  return amount < 0 && scaled > 0n ? -Number(scaled) : Number(scaled);
}

const rounded = (value: bigint, unit: bigint): bigint => (2n * value + unit) / (2n * unit);

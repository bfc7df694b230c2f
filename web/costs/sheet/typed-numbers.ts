import { maxAmount } from "#contract/cost-limits.ts";
import { parseAmount } from "#contract/money/amounts.ts";
import { words } from "./fault-words.ts";

/** What a typed number says, or the sentence that says what is wrong with it. Null while nothing is typed. */
export type Read<T extends number | string> = T | { readonly wrong: string } | null;

/** An amount without its sign, in the smallest unit of its currency. */
export function readAmount(typed: string, currency: string): Read<number> {
  if (typed.trim() === "") return null;
  const amount = parseAmount(typed, currency);
  if (typeof amount === "string") return { wrong: amount };
  return amount > maxAmount ? { wrong: words.cost_too_large } : amount;
}

const badRate = "Please enter the rate as a number, such as 0.0061";

/** A rate with a comma or a point, as the server takes it: a decimal of at most 12 digits. */
export function readRate(typed: string): Read<string> {
  const text = typed.trim().replace(",", ".").replace(/^\./, "0.").replace(/\.$/, "");
  if (text === "") return null;
  const digits = text.replace(".", "");
  const isRate = /^\d+(\.\d+)?$/.test(text) && digits.length <= 12 && /[1-9]/.test(digits);
  return isRate ? text : { wrong: badRate };
}

/** A share such as "1" or "0.5", in hundredths: 1 to 100,000. */
export function readShare(typed: string): Read<number> {
  const text = typed.trim().replace(",", ".");
  if (text === "") return null;
  const hundredths = /^\d{0,4}(\.\d{0,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0;
  return hundredths >= 1 && hundredths <= 100_000 ? hundredths : { wrong: words.cost_weights_wrong };
}

import { formatAmount } from "#contract/money/amounts.ts";
import type { CostFault } from "#contract/money/cost-parts.ts";
import type { refusals } from "#contract/refusal-texts.ts";

/** The sentences of the server, which the compiler compares. The catalogue itself would bring all others with it. */
export const words: Pick<
  typeof refusals,
  | "cost_rate_missing"
  | "cost_rate_needless"
  | "cost_rate_or_amount"
  | "cost_less_than_coin"
  | "cost_too_large"
  | "cost_signs_differ"
  | "cost_payers_missing"
  | "cost_payers_too_much"
  | "cost_shares_missing"
  | "cost_shares_too_much"
  | "cost_weights_wrong"
  | "cost_nobody"
  | "cost_person_twice"
  | "receipt_too_large"
  | "receipt_no_picture"
> = {
  cost_rate_missing: "Please enter the rate, or the amount in {currency}",
  cost_rate_needless: "A cost in {currency} needs no rate",
  cost_rate_or_amount: "Please enter either the rate or the amount in {currency}",
  cost_less_than_coin: "That is less than the smallest coin of {currency}.",
  cost_too_large: "This amount is too large",
  cost_signs_differ: "Please enter all amounts as money spent, or all as money back",
  cost_payers_missing: "{amount} are missing from what was paid",
  cost_payers_too_much: "{amount} too much was paid",
  cost_shares_missing: "{amount} are missing",
  cost_shares_too_much: "{amount} too much",
  cost_weights_wrong: "Please enter shares from 0.01 to 1,000",
  cost_nobody: "Please choose whom this is for.",
  cost_person_twice: "Please name each person once",
  receipt_too_large: "This receipt is too large: at most {max} MB, please.",
  receipt_no_picture: "Please choose a photo or a PDF of the receipt",
};

/** What a fault is about. */
export type Field = "amount" | "title" | "day" | "rate" | "payers" | "people";

type Kind = Exclude<CostFault, { readonly by: number }>["fault"];

const places: Readonly<Record<Kind, readonly [Field, string]>> = {
  "rate missing": ["rate", words.cost_rate_missing],
  "rate needless": ["rate", words.cost_rate_needless],
  "rate or amount": ["rate", words.cost_rate_or_amount],
  "less than a coin": ["rate", words.cost_less_than_coin],
  "too large": ["rate", words.cost_too_large],
  "signs differ": ["payers", words.cost_signs_differ],
  "weights wrong": ["people", words.cost_weights_wrong],
  nobody: ["people", words.cost_nobody],
  "somebody twice": ["people", words.cost_person_twice],
  "no payer": ["payers", "Please choose who paid"],
};

/** The place and the sentence of a fault, other than of sums. */
export function placeOf(kind: Kind, tripCurrency: string): readonly [Field, string] {
  const [field, sentence] = places[kind];
  return [field, sentence.replace("{currency}", tripCurrency)];
}

/** "€3.20 are missing", or "€3.20 too much" */
export const sumSentence = (by: number, currency: string, missing: string, tooMuch: string) =>
  (by > 0 ? missing : tooMuch).replace("{amount}", formatAmount(Math.abs(by), currency));

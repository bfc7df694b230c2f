import { maxAmount } from "../cost-limits.ts";
import { convert } from "./convert.ts";
import { split, startOf } from "./split.ts";

/** A cost as somebody entered it, with its people in crew order. */
export interface EnteredCost {
  /** A UUID, from which leftover units begin. */
  readonly key: string;
  /** In the smallest unit of `currency`, negative for money back. */
  readonly amount: number;
  readonly currency: string;
  /** For another currency than the trip's, one of the two. */
  readonly rate: string | null;
  readonly tripAmount: number | null;
  readonly payers: readonly { readonly personId: string; readonly amount: number }[];
  readonly split: "equal" | "shares" | "exact";
  /** Weights are of no account in an equal split. */
  readonly people: readonly { readonly personId: string; readonly weight: number }[];
}

/** What a cost is in the trip's currency. The amounts of the payers sum to `tripAmount`, and so do the shares. */
export interface CostParts {
  readonly tripAmount: number;
  readonly rate: string | null;
  readonly payers: readonly { readonly personId: string; readonly amount: number; readonly tripAmount: number }[];
  readonly shares: readonly { readonly personId: string; readonly weight: number; readonly share: number }[];
}

/** Why a cost does not add up. `by` is in the smallest unit of its currency: more than 0 is missing, less is too much. */
export type CostFault =
  | { readonly fault: "rate missing" | "rate needless" | "rate or amount" | "less than a coin" | "too large" }
  | { readonly fault: "signs differ" | "weights wrong" | "nobody" | "somebody twice" | "no payer" }
  | { readonly fault: "payers" | "shares"; readonly by: number };

/** Shares in hundredths. */
const shareLimits = { min: 1, max: 100_000 };

/** Computes what everybody paid and has to bear, or says what does not add up. Preview, server and tables use it. */
export function costParts(cost: EnteredCost, tripCurrency: string): CostParts | CostFault {
  const { amount, payers, people, key } = cost;
  if (people.length === 0) return { fault: "nobody" };
  if (payers.length === 0) return { fault: "no payer" };
  if (isTwice(payers) || isTwice(people)) return { fault: "somebody twice" };
  if (Math.abs(amount) > maxAmount) return { fault: "too large" };
  if (payers.some((one) => one.amount === 0 || one.amount < 0 !== amount < 0)) return { fault: "signs differ" };
  const unpaid = Math.abs(amount) - Math.abs(sumOf(payers.map((one) => one.amount)));
  if (unpaid !== 0) return { fault: "payers", by: unpaid };

  const inTrip = tripAmountOf(cost, tripCurrency);
  if (typeof inTrip !== "number") return inTrip;
  const weights = weightsOf(cost);
  if (!Array.isArray(weights)) return weights as CostFault;
  // Amounts that were typed in the trip's currency are the shares.
  const shares = split(inTrip, weights, startOf(key, people.length));
  const paid = payers.map((one) => Math.abs(one.amount));
  const tripPaid = split(inTrip, paid, startOf(key, payers.length));
  return {
    tripAmount: inTrip,
    rate: cost.currency === tripCurrency || cost.tripAmount !== null ? null : cost.rate,
    payers: payers.map((one, at) => ({ ...one, tripAmount: tripPaid[at]! })),
    shares: people.map(({ personId }, at) => ({ personId, weight: weights[at] as number, share: shares[at]! })),
  };
}

function tripAmountOf({ amount, currency, rate, tripAmount }: EnteredCost, tripCurrency: string): number | CostFault {
  if (currency === tripCurrency)
    return rate === null && (tripAmount === null || tripAmount === amount) ? amount : { fault: "rate needless" };
  if (rate !== null && tripAmount !== null) return { fault: "rate or amount" };
  if (rate === null && tripAmount === null) return { fault: "rate missing" };
  const converted = tripAmount ?? convert(amount, rate!, currency, tripCurrency);
  if (converted === 0) return { fault: "less than a coin" };
  if (converted < 0 !== amount < 0) return { fault: "signs differ" };
  return Math.abs(converted) > maxAmount ? { fault: "too large" } : converted;
}

function weightsOf({ split: kind, people, amount }: EnteredCost): readonly number[] | CostFault {
  const typed = people.map(({ weight }) => weight);
  if (kind === "equal") return typed.map(() => 1);
  if (kind === "shares") {
    const isRight = typed.every((weight) => weight >= shareLimits.min && weight <= shareLimits.max);
    return isRight ? typed : { fault: "weights wrong" };
  }
  if (typed.some((weight) => weight < 0)) return { fault: "weights wrong" };
  const missing = Math.abs(amount) - sumOf(typed);
  return missing === 0 ? typed : { fault: "shares", by: missing };
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);

const isTwice = (people: readonly { readonly personId: string }[]) =>
  new Set(people.map(({ personId }) => personId)).size !== people.length;

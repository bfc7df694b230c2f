import { formatAmount } from "#contract/money/amounts.ts";
import type { CostFault } from "#contract/money/cost-parts.ts";
import { withValues } from "#contract/refusals.ts";
import { type Problem, refusedField } from "../platform/http/problem.ts";

/** The refusal of a cost that does not add up. */
export function refusedCost(fault: CostFault, costCurrency: string, currency: string): Problem {
  switch (fault.fault) {
    case "rate missing":
      return refusedField("rate", withValues("cost_rate_missing", { currency }));
    case "rate needless":
      return refusedField("rate", withValues("cost_rate_needless", { currency }));
    case "rate or amount":
      return refusedField("rate", withValues("cost_rate_or_amount", { currency }));
    case "less than a coin":
      return refusedField("rate", withValues("cost_less_than_coin", { currency }));
    case "too large":
      return refusedField("amount", "cost_too_large");
    case "signs differ":
      return refusedField("payers", "cost_signs_differ");
    case "weights wrong":
      return refusedField("people", "cost_weights_wrong");
    case "somebody twice":
      return refusedField("people", "cost_person_twice");
    case "nobody":
      return refusedField("people", "cost_nobody");
    case "no payer":
      return refusedField("payers", "cost_people_unknown");
    default: {
      const amount = formatAmount(Math.abs(fault.by), costCurrency);
      if (fault.fault === "payers")
        return refusedField(
          "payers",
          withValues(fault.by > 0 ? "cost_payers_missing" : "cost_payers_too_much", { amount }),
        );
      return refusedField(
        "people",
        withValues(fault.by > 0 ? "cost_shares_missing" : "cost_shares_too_much", { amount }),
      );
    }
  }
}

import type { CostEdit, NewCost } from "#contract/costs.ts";
import { changesOf } from "./draft.ts";

/** The fields that differ; of an amount with its currency and rate all, since the server converts it anew. Undefined without any. */
export function editOf(version: number, before: NewCost | undefined, after: NewCost): CostEdit | undefined {
  const { key: _, ...all } = after;
  const changed = before ? changesOf(after, before) : all;
  if (Object.keys(changed).length === 0) return undefined;
  const isConverted = "amount" in changed || "currency" in changed || "rate" in changed || "tripAmount" in changed;
  const { amount, currency, rate, tripAmount } = after;
  return { ...changed, ...(isConverted && { amount, currency, rate, tripAmount }), version };
}

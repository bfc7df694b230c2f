import { median } from "./rounds.ts";

/** One ratio of the report. */
export interface Figure {
  /** Its row in the table of goals in docs/benchmarks.md. */
  readonly row: number;
  readonly what: string;
  /** One for each round. */
  readonly ratios: readonly number[];
  /** The same ratio, of processor time per answer, server and database together. Other work on the machine hardly moves it. */
  readonly byCpu?: readonly number[] | undefined;
  /** PostgreSQL's share of the processor time of our answers, 0 to 1. */
  readonly inPostgres?: readonly number[] | undefined;
  /** Null where another figure has the goal: no bare server reaches one here. */
  readonly goal: Goal | null;
  /** The share of the row's rounds, 0 to 1, that other work disturbed. They do not count, unless it is 1. */
  readonly disturbed?: number;
}

type Goal = { readonly atLeast: number } | { readonly atMost: number };

export function goalText(goal: Figure["goal"]): string {
  if (goal === null) return "";
  return "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}

/** Whether the median over the rounds reaches the goal; null without a goal. */
export function isMet({ ratios, goal }: Figure): boolean | null {
  if (goal === null) return null;
  const ratio = median(ratios);
  return "atLeast" in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}

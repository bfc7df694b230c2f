import { median } from "./rounds.ts";

/** One ratio of the report. */
export interface Figure {
  /** Of the table of goals in docs/benchmarks.md. */
  readonly row: number;
  readonly what: string;
  /** One a round. */
  readonly ratios: readonly number[];
  /** The same ratio of processor time an answer, server and database together: what the others on the machine do hardly moves it. */
  readonly byCpu?: readonly number[] | undefined;
  /** PostgreSQL's part of the processor time of our answers. */
  readonly inPostgres?: readonly number[] | undefined;
  readonly goal: Goal;
}

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

export const goalText = (goal: Goal) => ("atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`);

/** Whether the median over the rounds reaches the goal. */
export function isMet({ ratios, goal }: Figure): boolean {
  const ratio = median(ratios);
  return "atLeast" in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}

import type { CostCategory, CostSplit } from "#contract/costs.ts";

/** What a cost says, without its people: what an edit may change of its row. */
export interface CostColumns {
  readonly title: string;
  readonly day: string;
  readonly category: CostCategory;
  readonly note: string;
  readonly amount: number;
  readonly currency: string;
  readonly rate: string | null;
  readonly tripAmount: number;
  readonly split: CostSplit;
}

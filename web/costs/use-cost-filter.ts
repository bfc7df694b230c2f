import { useMemo } from "react";
import type { CostCategory } from "#contract/costs.ts";
import { isId } from "#contract/id.ts";
import { useSearchParams } from "../core/link.tsx";
import { categories } from "./books/categories.ts";
import type { CostFilter } from "./queries.ts";

const isCategory = (name: string): name is CostCategory => Object.hasOwn(categories, name);

/** Keeps the filter of the costs in the address: `?by=` (a person) and `?category=`. */
export function useCostFilter(): readonly [CostFilter, (filter: CostFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const [by, category] = [search.get("by") ?? "", search.get("category") ?? ""];
  const filter = useMemo(
    (): CostFilter => ({ ...(isId(by) && { person: by }), ...(isCategory(category) && { category }) }),
    [by, category],
  );
  const set = ({ person, category: next }: CostFilter) =>
    setSearch((now) => withParams(now, { by: person, category: next }), { replace: true });
  return [filter, set];
}

function withParams(now: URLSearchParams, values: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

import type { Books } from "#contract/costs.ts";
import { formatAmount } from "#contract/money/amounts.ts";
import { categories } from "./books/categories.ts";

/** What each category came to, as bars against the largest. */
export function CategoryTotals({ totals, currency }: Pick<Books, "totals"> & { currency: string }) {
  const most = Math.max(1, ...totals.categories.map(({ amount }) => amount));
  return (
    <ul className="grid gap-2.5">
      {totals.categories.map(({ category, amount }) => {
        const { name, Icon } = categories[category];
        return (
          <li key={category} className="grid gap-1">
            <span className="flex items-center gap-2 text-sm">
              <Icon aria-hidden="true" size={16} className="shrink-0" />
              <span className="min-w-0 flex-1 font-semibold">{name}</span>
              <span className="steady font-bold">{formatAmount(amount, currency)}</span>
            </span>
            {/* The number says it already. */}
            <span aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-tint">
              <span
                className="block h-full rounded-full bg-(--stripe) forced-colors:bg-[Highlight]"
                style={{ width: `${Math.max(0, (100 * amount) / most)}%` }}
              />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

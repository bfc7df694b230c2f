import { useState } from "react";
import type { PersonAward } from "../../accounts/people/queries.ts";
import { paintOf } from "../../awards/categories/colors.ts";
import { CategoryIcon } from "../../awards/categories/icons.tsx";
import { Link, paths } from "../../core/link.tsx";
import { Button } from "../../ui/button.tsx";

const shownAtFirst = 6;

/** The titles that a person won, as stickers: "Best Wave · Biarritz", or "3 × Best Wave" of several trips. */
export function Titles({ awards }: { awards: readonly PersonAward[] }) {
  const [isAll, setAll] = useState(false);
  if (awards.length === 0) return null;
  const titles = titlesOf(awards);
  return (
    <section aria-labelledby="titles" className="grid justify-items-start gap-4">
      <h2 id="titles" className="title text-3xl">
        Titles
      </h2>
      <ul className="flex w-full flex-wrap gap-3.5">
        {(isAll ? titles : titles.slice(0, shownAtFirst)).map(({ latest: { category, trip }, times }) => (
          <li key={category.id} className="max-w-full odd:-rotate-1 even:rotate-1">
            <Link
              to={paths.leaderboard(trip.id, category.id)}
              style={paintOf(category.color)}
              className="edge pressable flex min-h-14 items-center gap-3 rounded-card px-4 py-2.5"
            >
              <CategoryIcon icon={category.icon} size={28} />
              <span className="min-w-0 leading-snug wrap-anywhere">
                <span className="title text-xl">
                  {times > 1 && `${times} × `}
                  {category.name}
                </span>
                {times === 1 && <span className="font-semibold"> · {trip.name}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {titles.length > shownAtFirst && (
        <Button size="sm" look="quiet" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? "Show Less" : `Show All ${titles.length}`}
        </Button>
      )}
    </section>
  );
}

/** Each title once, with its latest award and how often it was won, in the order of the latest awards. */
function titlesOf(awards: readonly PersonAward[]) {
  const won = new Map<string, { latest: PersonAward; times: number }>();
  for (const award of awards) {
    const { ancestor } = award.category;
    const before = won.get(ancestor);
    won.set(ancestor, { latest: before?.latest ?? award, times: (before?.times ?? 0) + 1 });
  }
  return [...won.values()];
}

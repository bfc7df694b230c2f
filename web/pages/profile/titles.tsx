import { useState } from "react";
import type { PersonAward } from "../../accounts/people/queries.ts";
import { paintOf } from "../../awards/colors.ts";
import { CategoryIcon } from "../../awards/icons.tsx";
import { Link } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";
import { Button } from "../../ui/button.tsx";

const shownAtFirst = 6;

/** The awards that a person won, as stickers: "Best Wave · Biarritz". */
export function Titles({ awards }: { awards: readonly PersonAward[] }) {
  const [isAll, setAll] = useState(false);
  if (awards.length === 0) return null;
  return (
    <section aria-labelledby="titles" className="grid justify-items-start gap-4">
      <h2 id="titles" className="title text-3xl">
        Titles
      </h2>
      <ul className="flex w-full flex-wrap gap-3.5">
        {(isAll ? awards : awards.slice(0, shownAtFirst)).map(({ category, trip }) => (
          <li key={category.id} className="max-w-full odd:-rotate-1 even:rotate-1">
            <Link
              to={paths.leaderboard(trip.id, category.id)}
              style={paintOf(category.color)}
              className="edge pressable flex min-h-14 items-center gap-3 rounded-card px-4 py-2.5"
            >
              <CategoryIcon icon={category.icon} size={28} />
              <span className="min-w-0 leading-snug wrap-anywhere">
                <span className="title text-xl">{category.name}</span>
                <span className="font-semibold"> · {trip.name}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {awards.length > shownAtFirst && (
        <Button size="sm" look="quiet" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? "Show Less" : `Show All ${awards.length}`}
        </Button>
      )}
    </section>
  );
}

import type { Stats } from "#contract/screens.ts";
import { formatCount } from "../../core/count.ts";

const figures: readonly { of: keyof Stats; name: string }[] = [
  { of: "tripCount", name: "Trips" },
  { of: "photoCount", name: "Photos" },
  { of: "awardCategoryCount", name: "Awards" },
  { of: "userCount", name: "Crew" },
];

/** The viewer's trips, photos, awards and companions in one line. */
export const Figures = ({ stats }: { stats: Stats }) => (
  <dl aria-label="In numbers" className="flex flex-wrap gap-x-6 gap-y-1 text-soft">
    {figures.map(({ of, name }) => (
      <div key={of} className="flex flex-row-reverse items-baseline gap-1.5">
        <dt className="font-semibold">{name}</dt>
        <dd className="steady font-display text-lg font-extrabold text-main">{formatCount(stats[of])}</dd>
      </div>
    ))}
  </dl>
);

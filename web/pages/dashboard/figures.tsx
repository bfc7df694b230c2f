import type { Stats } from "#contract/overviews.ts";
import { formatCount, plural } from "#contract/locale.ts";

const figures: readonly { of: keyof Stats; one: string; other: string }[] = [
  { of: "tripCount", one: "trip", other: "trips" },
  { of: "photoCount", one: "photo", other: "photos" },
  { of: "awardCategoryCount", one: "award", other: "awards" },
  { of: "userCount", one: "friend", other: "friends" },
];

/** The viewer's trips, photos, awards and companions in one line, without what there is none of. */
export const Figures = ({ stats }: { stats: Stats }) => (
  <dl aria-label="In numbers" className="flex flex-wrap gap-x-3 gap-y-1 text-soft max-sm:text-sm sm:gap-x-6">
    {figures.map(
      ({ of, ...name }) =>
        stats[of] > 0 && (
          <div key={of} className="flex flex-row-reverse items-baseline gap-1 sm:gap-1.5">
            <dt className="font-semibold">{plural(stats[of], name)}</dt>
            <dd className="steady font-display text-lg font-extrabold text-main">{formatCount(stats[of])}</dd>
          </div>
        ),
    )}
  </dl>
);

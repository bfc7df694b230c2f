import type { Stats } from "#contract/screens.ts";
import { formatCount } from "../../core/count.ts";
import type { Asking } from "./use-answer.ts";

const figures: readonly { one: string; many: string; of: keyof Stats }[] = [
  { one: "trip", many: "trips", of: "tripCount" },
  { one: "photo", many: "photos", of: "photoCount" },
  { one: "award", many: "awards", of: "awardCategoryCount" },
  { one: "crew", many: "crew", of: "userCount" },
];

/** How many trips, photos, awards and people Swellmates has. Its height is the same before and after loading. */
export const StatsStrip = ({ answer, isFailed }: Asking<Stats>) => (
  <section aria-label="Swellmates in numbers" className="edge-t edge-b bg-card">
    <dl className="mx-auto flex max-w-7xl flex-wrap gap-x-8 gap-y-1 px-4 py-4 sm:px-8">
      {figures.map(({ one, many, of }) => (
        <div key={of} className="flex flex-row-reverse items-baseline gap-2">
          <dt className="font-semibold text-soft">{answer?.[of] === 1 ? one : many}</dt>
          <dd className="steady min-w-4 font-display text-xl font-extrabold">
            {answer ? formatCount(answer[of]) : isFailed ? <abbr title="Not known right now">–</abbr> : " "}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

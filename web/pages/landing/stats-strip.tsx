import type { Stats } from "#contract/overviews.ts";
import { formatCount, plural } from "#contract/locale.ts";
import type { Asking } from "./use-answer.ts";

const figures: readonly { one: string; other: string; of: keyof Stats }[] = [
  { one: "trip", other: "trips", of: "tripCount" },
  { one: "photo", other: "photos", of: "photoCount" },
  { one: "award", other: "awards", of: "awardCategoryCount" },
  { one: "crew", other: "crew", of: "userCount" },
];

/** A server with fewer trips hides its numbers. */
const fewestTrips = 10;

/**
 * How many trips, photos, awards and people Swellmates has, in one row. Its height is the same before and after loading. Nothing on a
 * server with few trips.
 */
export const StatsStrip = ({ answer, isFailed }: Asking<Stats>) =>
  answer && answer.tripCount < fewestTrips ? null : (
    <section aria-label="Swellmates in numbers" className="edge-t edge-b bg-card">
      <dl className="mx-auto flex max-w-7xl justify-between gap-x-4 px-4 py-4 sm:justify-start sm:gap-x-8 sm:px-8">
        {figures.map(({ of, ...name }) => (
          <div key={of} className="flex flex-col-reverse sm:flex-row-reverse sm:items-baseline sm:gap-2">
            <dt className="font-semibold text-soft">{plural(answer?.[of] ?? 0, name)}</dt>
            <dd className="steady min-w-4 font-display text-xl font-extrabold">
              {answer ? formatCount(answer[of]) : isFailed ? <abbr title="Not known right now">–</abbr> : " "}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );

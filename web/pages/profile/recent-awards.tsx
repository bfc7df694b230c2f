import { Medal, type Rank, medalName } from "../../accounts/people/medal.tsx";
import type { PersonAward } from "../../accounts/people/queries.ts";
import { Link } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";

const recentCount = 5;

/** A person's latest awards. */
export const RecentAwards = ({ awards }: { awards: readonly PersonAward[] }) => (
  <section aria-labelledby="recent-awards" className="grid content-start gap-4">
    <h2 id="recent-awards" className="title text-3xl">
      Recent Awards
    </h2>
    {awards.length === 0 ? (
      <p className="rounded-card border border-dashed border-field-line p-6 text-center text-soft">No awards yet</p>
    ) : (
      <ol className="divide-y divide-line rounded-card border border-line bg-card px-4">
        {awards.slice(0, recentCount).map(({ rank, category, trip }) => (
          <li key={category.id} className="flex items-center gap-3.5 py-2">
            <Medal rank={rank as Rank} face={rank} />
            <div className="min-w-0 flex-1 sm:flex sm:items-center sm:justify-between sm:gap-4">
              <p className="font-bold wrap-anywhere">
                <span className="sr-only">{medalName[rank as Rank]}: </span>
                {category.name}
              </p>
              <Link
                to={paths.leaderboard(trip.id)}
                className="inline-flex min-h-11 items-center text-sm text-soft wrap-anywhere underline underline-offset-4 hover:decoration-2 max-sm:-my-1"
              >
                {trip.name}
              </Link>
            </div>
          </li>
        ))}
      </ol>
    )}
  </section>
);

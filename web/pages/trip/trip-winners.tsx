import type { AwardWinner } from "#contract/trips.ts";
import { MedalEmoji } from "../../awards/results/medal-emoji.tsx";
import { nomineeName } from "../../awards/nominee.tsx";
import { Link, TextLink } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";
import type { TripOverview } from "../../trips/queries.ts";
import { CountedTitle } from "../../trips/counted-title.tsx";

/**
 * The awards of a trip in one row that scrolls sideways: the winners of the complete ones, each a link to its award, and the way to the
 * leaderboards. Nothing without awards.
 */
export const TripWinners = ({ trip, winners }: { trip: TripOverview["trip"]; winners: readonly AwardWinner[] }) =>
  trip.categoryCount > 0 && (
    <section aria-labelledby="winners" className="sideways items-center gap-3">
      <div className="shrink-0 snap-start pr-2">
        <CountedTitle
          id="winners"
          title="Trip Awards"
          count={trip.categoryCount}
          one="award category"
          other="award categories"
        />
        <TextLink to={paths.leaderboard(trip.id)} className="-my-2 inline-flex min-h-11 items-center text-sm">
          See the Leaderboard
        </TextLink>
      </div>
      {winners.length > 0 && (
        <ul className="flex gap-3">
          {winners.map(({ rank, category, user }) => (
            <li key={`${rank} ${category.id} ${user?.id}`} className="max-w-60 shrink-0 snap-start">
              <Link
                to={paths.leaderboard(trip.id, category.id)}
                className="group flex min-h-14 items-center gap-2.5 rounded-tile bg-card py-1 pr-4 pl-2"
              >
                <MedalEmoji rank={rank} />
                <span className="grid min-w-0 leading-snug">
                  <span className="truncate font-bold group-hover:underline">{nomineeName(user)}</span>
                  <span className="truncate text-sm text-soft">{category.name}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );

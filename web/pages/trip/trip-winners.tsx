import type { AwardWinner } from "#contract/trips.ts";
import { MedalEmoji } from "../../awards/medal-emoji.tsx";
import { NomineeName } from "../../awards/nominee.tsx";
import { Link, TextLink } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";
import type { TripScreen } from "../../trips/queries.ts";
import { CountedTitle } from "../../trips/counted-title.tsx";

/** The awards of a trip in one row that scrolls sideways: the winners of the complete ones, and the way to the leaderboards. */
export const TripWinners = ({ trip, winners }: { trip: TripScreen["trip"]; winners: readonly AwardWinner[] }) => (
  <section aria-labelledby="winners" className="sideways items-center gap-3">
    <div className="shrink-0 snap-start pr-2 lg:min-w-34">
      <CountedTitle
        id="winners"
        title="Trip Awards"
        count={trip.categoryCount}
        one="award category"
        many="award categories"
      />
      <TextLink to={paths.leaderboard(trip.id)} className="-my-2 inline-flex min-h-11 items-center text-sm">
        See the leaderboard
      </TextLink>
    </div>
    {winners.length > 0 && (
      <ul className="flex gap-3">
        {winners.map(({ rank, category, user }) => (
          <li
            key={`${rank} ${category.id} ${user?.id}`}
            className="flex max-w-60 shrink-0 snap-start items-center gap-2.5 rounded-tile bg-card py-1 pr-4 pl-2"
          >
            <MedalEmoji rank={rank} />
            <span className="grid min-w-0 leading-snug">
              <NomineeName user={user} className="truncate py-0.5 font-bold" />
              <Link
                to={paths.leaderboard(trip.id, category.id)}
                className="truncate py-1 text-sm text-soft underline-offset-4 hover:underline"
              >
                {category.name}
              </Link>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

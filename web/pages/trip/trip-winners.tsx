import type { AwardWinner } from "#contract/trips.ts";
import { MedalEmoji } from "../../awards/medal-emoji.tsx";
import { NomineeName } from "../../awards/nominee.tsx";
import { Link, TextLink } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";

/** The winners of a trip's complete awards, and the way to the leaderboards. */
export const TripWinners = ({ tripId, winners }: { tripId: string; winners: readonly AwardWinner[] }) => (
  <section aria-labelledby="winners" className="grid gap-3 rounded-card border border-line bg-card p-4 sm:p-5">
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <h2 id="winners" className="title flex-1 text-2xl">
        Trip Awards
      </h2>
      <TextLink to={paths.leaderboard(tripId)} className="py-2 text-sm">
        See the leaderboard
      </TextLink>
    </div>
    <ul className="grid grid-cols-1 gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
      {winners.map(({ rank, category, user }) => (
        <li key={`${rank} ${category.id} ${user?.id}`} className="flex min-h-14 items-center gap-2.5 py-1.5">
          <MedalEmoji rank={rank} />
          <span className="grid min-w-0 leading-snug">
            <NomineeName user={user} className="truncate py-0.5 font-bold" />
            <Link
              to={paths.leaderboard(tripId, category.id)}
              className="truncate py-1 text-sm text-soft underline-offset-4 hover:underline"
            >
              {category.name}
            </Link>
          </span>
        </li>
      ))}
    </ul>
  </section>
);

import { useQuery } from "@tanstack/react-query";
import type { LikedPhoto } from "#contract/media-item.ts";
import type { TripCard } from "#contract/trips.ts";
import { type Rank, Medal, medalName, ranks } from "../../accounts/people/medal.tsx";
import { type PersonAward, highlightsQuery, personAwardsQuery } from "../../accounts/people/queries.ts";
import { DetailsSkeleton } from "./profile-skeleton.tsx";
import { Titles } from "./titles.tsx";
import { LinkedPhoto } from "../../media/photos/linked-photo.tsx";
import { PhotoRows } from "../../media/photos/photo-rows.tsx";
import { Link, paths } from "../../core/link.tsx";
import { formatDays } from "../../core/calendar.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { Cover } from "../../scenes/cover.tsx";

/** What a person won, their best photos, and their trips with the viewer. All of it appears at once, so that nothing moves. */
export function ProfileDetails({ userId, isMe }: { userId: string; isMe: boolean }) {
  const awards = useQuery(personAwardsQuery(userId));
  const highlights = useQuery(highlightsQuery(userId));
  if (awards.isPending || highlights.isPending) return <DetailsSkeleton />;
  return (
    <>
      {awards.data ? (
        <>
          <MedalCounts counts={ranks.map((rank) => countOf(awards.data, rank))} />
          <Titles awards={awards.data.filter(({ rank }) => rank === 1)} />
        </>
      ) : (
        <LoadFailed of={awards} title="The awards did not come through" />
      )}
      {highlights.data ? (
        <BestPhotos photos={highlights.data.photos} />
      ) : (
        <LoadFailed of={highlights} title="The photos did not come through" />
      )}
      <div className="grid items-start gap-8 lg:grid-cols-2">
        {awards.data && <RecentAwards awards={awards.data} />}
        {highlights.data && (
          <TripsTogether trips={highlights.data.trips} total={highlights.data.tripCount} isMe={isMe} />
        )}
      </div>
    </>
  );
}

const countOf = (awards: readonly { readonly rank: number }[], rank: Rank): number =>
  awards.filter((award) => award.rank === rank).length;

/** A person's most liked photos that the viewer may see. */
function BestPhotos({ photos }: { photos: readonly LikedPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <section aria-labelledby="best-photos" className="grid gap-4">
      <h2 id="best-photos" className="title text-3xl">
        Best Photos
      </h2>
      <PhotoRows photos={photos} className="[--row:7rem] sm:[--row:10rem]">
        {(photo) => (
          <LinkedPhoto
            photo={photo}
            alt={photo.caption || (photo.trip ? `Photo from ${photo.trip.name}` : "Photo")}
            className="max-h-80"
          />
        )}
      </PhotoRows>
    </section>
  );
}

/** How many awards of each rank a person has, first to third, and how many in all. */
const MedalCounts = ({ counts }: { counts: readonly number[] }) => (
  <section aria-labelledby="stats" className="flex flex-wrap items-center gap-x-6 gap-y-2">
    <h2 id="stats" className="sr-only">
      Stats
    </h2>
    <dl className="flex flex-wrap items-center gap-x-6 gap-y-2">
      {ranks.map((rank, place) => (
        <div key={rank} className="flex items-center gap-2.5">
          <dt className="order-last font-semibold text-soft">{medalName[rank]}</dt>
          <dd>
            <Medal rank={rank} face={counts[place] ?? 0} />
            <span className="sr-only">{counts[place] ?? 0}</span>
          </dd>
        </div>
      ))}
      <div className="flex min-h-11 items-center gap-2">
        <dt className="order-last font-semibold text-soft">Total awards</dt>
        <dd className="steady font-display text-xl font-extrabold">{counts.reduce((sum, count) => sum + count, 0)}</dd>
      </div>
    </dl>
  </section>
);

const recentCount = 5;

/** A person's latest awards. */
const RecentAwards = ({ awards }: { awards: readonly PersonAward[] }) => (
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

/** The latest trips that have both the person and the viewer on the crew. On their own profile the viewer sees all their trips. */
function TripsTogether({ trips, total, isMe }: { trips: readonly TripCard[]; total: number; isMe: boolean }) {
  if (trips.length === 0) return null;
  return (
    <section aria-labelledby="trips-together" className="grid content-start gap-4">
      <h2 id="trips-together" className="title text-3xl">
        {isMe ? "Your Trips" : "Trips Together"}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {trips.map((trip) => (
          <li key={trip.id}>
            <Link
              to={paths.trip(trip.id)}
              className="flex items-center gap-3.5 p-2.5 pr-4 -outline-offset-4 hover:bg-tint"
            >
              <Cover of={trip} size="thumb" className="h-14 w-20 shrink-0 rounded-photo" />
              <span className="grid min-w-0 leading-snug wrap-anywhere">
                <span className="font-bold">{trip.name}</span>
                <span className="text-sm text-soft">
                  {trip.location} · {formatDays(trip.startDate, trip.endDate)}
                </span>
              </span>
            </Link>
          </li>
        ))}
        {total > trips.length && <li className="px-4 py-3 text-sm text-soft">and {total - trips.length} earlier</li>}
      </ul>
    </section>
  );
}

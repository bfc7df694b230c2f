import { useQuery } from "@tanstack/react-query";
import { sentenceOf } from "../../core/api.ts";
import { Link } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";
import { Card } from "../../ui/card.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { Medal, type Rank, medalName } from "./medal.tsx";
import { personAwardsQuery } from "./queries.ts";

const ranks = [1, 2, 3] as const satisfies readonly Rank[];
const recentCount = 5;

/** A person's medals: how many of each rank, the latest awards, and totals. */
export function ProfileAwards({ userId }: { userId: string }) {
  const { data: awards, error, refetch, isFetching } = useQuery(personAwardsQuery(userId));
  if (!awards && error)
    return (
      <ErrorState
        title="The awards did not come through"
        text={sentenceOf(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  if (!awards) return <AwardsSkeleton />;

  const counts = ranks.map((rank) => ({ rank, count: awards.filter((award) => award.rank === rank).length }));
  return (
    <>
      <ul className="grid grid-cols-3 gap-3 sm:gap-6" aria-label="Medals">
        {counts.map(({ rank, count }) => (
          <li key={rank} className="grid justify-items-center gap-3 rounded-card border border-line bg-card p-4 sm:p-6">
            <Medal rank={rank} face={count} size="lg" />
            <span className="font-bold">
              <span className="sr-only">{count} </span>
              {medalName[rank]}
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-8 md:grid-cols-[1fr_16rem]">
        <section aria-labelledby="recent-awards" className="grid content-start gap-4">
          <h2 id="recent-awards" className="title text-3xl">
            Recent Awards
          </h2>
          {awards.length === 0 ? (
            <p className="rounded-card border border-dashed border-field-line p-6 text-center text-soft">
              No awards yet
            </p>
          ) : (
            <ol className="grid gap-3">
              {awards.slice(0, recentCount).map(({ rank, category, trip }) => (
                <li
                  key={category.id}
                  className="flex items-center gap-4 rounded-card border border-line bg-card p-3 sm:p-4"
                >
                  <Medal rank={rank as Rank} face={rank} />
                  <div className="min-w-0">
                    <p className="font-bold wrap-anywhere">
                      <span className="sr-only">{medalName[rank as Rank]}: </span>
                      {category.name}
                    </p>
                    <Link
                      to={paths.leaderboard(trip.id)}
                      className="-my-1 inline-flex min-h-11 items-center text-sm text-soft wrap-anywhere underline-offset-4 hover:underline"
                    >
                      {trip.name}
                    </Link>
                  </div>
                </li>
              ))}
            </ol>
          )}
        </section>
        <section aria-labelledby="stats" className="grid content-start gap-4">
          <h2 id="stats" className="title text-3xl">
            Stats
          </h2>
          <Card className="px-5 py-2">
            <dl className="divide-y divide-line">
              {counts.map(({ rank, count }) => (
                <Stat key={rank} label={medalName[rank]} value={count} />
              ))}
              <Stat label="Total awards" value={awards.length} />
            </dl>
          </Card>
        </section>
      </div>
    </>
  );
}

const Stat = ({ label, value }: { label: string; value: number }) => (
  <div className="flex items-baseline justify-between gap-4 py-3">
    <dt className="text-soft">{label}</dt>
    <dd className="steady font-display text-2xl font-extrabold">{value}</dd>
  </div>
);

/** Stands in for `ProfileAwards` while it loads. */
export const AwardsSkeleton = () => (
  <Loading label="Loading awards..." className="grid gap-10">
    <div className="grid grid-cols-3 gap-3 sm:gap-6">
      <Skeleton count={3} className="h-36 rounded-card!" />
    </div>
    <div className="grid gap-8 md:grid-cols-[1fr_16rem]">
      <Skeleton className="h-64 rounded-card!" />
      <Skeleton className="h-64 rounded-card!" />
    </div>
  </Loading>
);

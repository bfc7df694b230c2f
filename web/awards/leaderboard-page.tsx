import { useQueries } from "@tanstack/react-query";
import { ApiError, sentenceOf } from "../core/api.ts";
import { ButtonLink, TextLink } from "../core/link.tsx";
import { usePageTitle } from "../core/page-title.ts";
import { paths } from "../core/paths.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { scenes } from "../scenes/scenes.ts";
import { crewQuery } from "../trips/queries.ts";
import { TripNotFound } from "../trips/trip-not-found.tsx";
import { CrewColors } from "../ui/face-colors.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../ui/states.tsx";
import { DetailedRankings } from "./detailed-rankings.tsx";
import { HallOfFame } from "./hall-of-fame.tsx";
import { ballotQuery } from "./queries.ts";
import { RevealWatch } from "./reveal-watch.tsx";

/** `/trips/:id/leaderboard`: the ranking over all awards and for each award. */
export function LeaderboardPage({ params: { id } }: { params: { id: string } }) {
  const [ballot, crew] = useQueries({ queries: [ballotQuery(id), crewQuery(id)] });
  usePageTitle(ballot.data && `Leaderboards · ${ballot.data.trip.name}`);
  if (ballot.error instanceof ApiError && ballot.error.status === 404) return <TripNotFound id={id} />;
  if (!ballot.data) {
    return ballot.isError ? (
      <ErrorState
        art={<SceneSticker src={scenes.lighthouse} />}
        title={<h1>The leaderboards did not load</h1>}
        text={sentenceOf(ballot.error)}
        onRetry={() => void ballot.refetch()}
        busy={ballot.isFetching}
        action={<ButtonLink to={paths.trip(id)}>Back to the trip</ButtonLink>}
      />
    ) : (
      <LeaderboardSkeleton />
    );
  }

  const { trip, categories, mayVote } = ballot.data;
  const isAllOver = categories.every(({ progress }) => progress.isComplete);
  return (
    <CrewColors crew={crew.data}>
      <div className="mx-auto grid max-w-7xl gap-8 px-4 py-8 sm:px-8">
        <PageHeader
          above={
            <TextLink to={paths.trip(trip.id)} className="w-fit text-soft">
              {trip.name}
            </TextLink>
          }
          title="Current Leaderboards"
          actions={mayVote && !isAllOver && <ButtonLink to={paths.ballot(trip.id)}>Vote on Awards</ButtonLink>}
        />
        {categories.length === 0 ? (
          <EmptyState
            art={<SceneSticker src={scenes.cliffs} />}
            title="No leaderboard data available"
            text="This trip has no awards yet."
            action={<ButtonLink to={paths.trip(trip.id)}>Back to the trip</ButtonLink>}
          />
        ) : (
          <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]">
            <HallOfFame tripId={trip.id} />
            <DetailedRankings tripId={trip.id} categories={categories} mayVote={mayVote} />
          </div>
        )}
        <RevealWatch tripId={id} />
      </div>
    </CrewColors>
  );
}

const LeaderboardSkeleton = () => (
  <Loading label="Loading leaderboards..." className="mx-auto grid max-w-7xl gap-8 px-4 py-8 sm:px-8">
    <Skeleton className="h-12 w-80 max-w-full" />
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]">
      <Skeleton className="h-72 rounded-card" />
      <div className="grid gap-4">
        <Skeleton className="h-13 rounded-full" />
        <Skeleton className="h-56 rounded-card" />
      </div>
    </div>
  </Loading>
);

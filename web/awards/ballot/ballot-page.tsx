import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { TripMember } from "#contract/trips.ts";
import { ApiError, isNotFound } from "../../core/api.ts";
import { ButtonLink, paths } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { tripQuery } from "../../core/queries.ts";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { crewQuery } from "../../trips/queries.ts";
import { TripRooms } from "../../trips/trip-rooms.tsx";
import { TripNotFound } from "../../trips/late-trip-not-found.tsx";
import { CrewColors } from "../../ui/face-colors.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { BallotView } from "./ballot-view.tsx";
import { type Ballot, ballotQuery } from "../queries.ts";
import { RevealDialog } from "../reveal/late-reveals.ts";
import { useSealed } from "./use-sealed.ts";

/** `/trips/:id/awards`: the voting page. */
export function BallotPage({ params: { id } }: { params: { id: string } }) {
  const ballot = useQuery(ballotQuery(id));
  const crew = useQuery(crewQuery(id));
  usePageTitle(ballot.data && `Cast your votes · ${ballot.data.trip.name}`);
  if (isNotFound(ballot.error)) return <TripNotFound id={id} />;
  if (ballot.error instanceof ApiError && ballot.error.status === 403) {
    return (
      <EmptyState
        wholePage
        className="py-16"
        art={<SceneSticker src={scenes.reef} />}
        title="The ballot is for the squad"
        text="Only the crew and the squad of this trip see awards that are not decided."
        action={
          <ButtonLink to={paths.leaderboard(id)} look="primary">
            See the Results
          </ButtonLink>
        }
      />
    );
  }
  if (ballot.data && crew.data) {
    return (
      <>
        <TripRooms id={id} here="ballot" />
        <SealedBallot key={id} ballot={ballot.data} crew={crew.data} />
      </>
    );
  }
  const failed = [ballot, crew].find(({ isError }) => isError);
  if (!failed) return <BallotSkeleton id={id} />;
  return (
    <LoadFailed
      of={[ballot, crew]}
      art={<SceneSticker src={scenes.lighthouse} />}
      title={<h1>Failed to load voting data</h1>}
      action={<ButtonLink to={paths.trip(id)}>Back to the Trip</ButtonLink>}
    />
  );
}

BallotPage.fetch = (client: QueryClient, { id }: { id: string }) =>
  Promise.all([
    client.prefetchQuery(ballotQuery(id)),
    client.prefetchQuery(crewQuery(id)),
    client.prefetchQuery(tripQuery(id)),
  ]);

/** The ballot, with results that wait until the viewer has voted. */
function SealedBallot({ ballot, crew }: { ballot: Ballot; crew: readonly TripMember[] }) {
  const { sealed, play, dialog } = useSealed(ballot);
  return (
    <CrewColors crew={crew}>
      <BallotView
        ballot={ballot}
        crew={crew}
        sealed={new Set(sealed.map(({ categoryId }) => categoryId))}
        onSeeResults={play}
      />
      <RevealDialog {...dialog} />
    </CrewColors>
  );
}

const BallotSkeleton = ({ id }: { id: string }) => (
  <>
    <TripRooms id={id} here="ballot" />
    <Loading label="Loading the ballot..." className="narrow-page grid gap-6 px-4 py-8 sm:px-8">
      <Skeleton className="h-12 w-72" />
      <Skeleton className="h-4 rounded-full" />
      <Skeleton className="h-80 rounded-card" />
      <Skeleton className="h-80 rounded-card" />
    </Loading>
  </>
);

import { type QueryClient, useQuery } from "@tanstack/react-query";
import { ApiError, sentenceOf } from "../../core/api.ts";
import { RevealWatch } from "../../awards/reveal/late-reveals.ts";
import { usePageTitle } from "../../core/page-title.ts";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { tripQuery } from "../../core/queries.ts";
import { TripNotFound } from "../../trips/late-trip-not-found.tsx";
import { CrewColors } from "../../ui/face-colors.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { takeFirstOutline } from "../../media/queries.ts";
import { TripOverviewView } from "./trip-overview.tsx";
import { TripSkeleton } from "../../trips/trip-skeleton.tsx";

/** The page `/trips/:id`. One call loads all of its first view. */
export function TripPage({ params: { id } }: { params: { id: string } }) {
  const trip = useQuery(tripQuery(id));
  usePageTitle(trip.data?.trip.name);

  if (trip.error instanceof ApiError && trip.error.status === 404) return <TripNotFound id={id} />;
  if (trip.data) {
    return (
      <CrewColors crew={trip.data.members}>
        <TripOverviewView overview={trip.data} />
        <RevealWatch tripId={id} />
      </CrewColors>
    );
  }
  if (trip.isPending) return <TripSkeleton />;
  return (
    <ErrorState
      art={<SceneSticker src={scenes.lighthouse} />}
      title={<h1>The trip did not load</h1>}
      text={sentenceOf(trip.error)}
      onRetry={() => void trip.refetch()}
      busy={trip.isFetching}
    />
  );
}

TripPage.fetch = (client: QueryClient, { id }: { id: string }) =>
  Promise.all([client.prefetchQuery(tripQuery(id)), takeFirstOutline(client, { tripId: id })]);

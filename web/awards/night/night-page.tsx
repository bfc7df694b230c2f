import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ButtonLink, paths, useSearchParams } from "../../core/link.tsx";
import type { NightPage as Page } from "#contract/nights.ts";
import { isNotFound } from "../../core/api.ts";
import { usePageTitle } from "../../core/page-title.ts";
import { tripQuery } from "../../core/queries.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { TripNotFound } from "../../trips/trip-not-found.tsx";
import { CrewColors } from "../../ui/face-colors.tsx";
import { AfterShow, NoNight } from "./after-show.tsx";
import { BeforeShow } from "./before-show.tsx";
import { NightFrame, NightSkeleton } from "./night-frame.tsx";
import { nightQuery } from "./queries.ts";
import { Replay, Show } from "./show/show.tsx";

/** `/trips/:id/night`: the Awards Night of a trip, before, during and after the show. */
export function NightPage({ params: { id } }: { params: { id: string } }) {
  const page = useQuery(nightQuery(id));
  // The crew's colours. The bar makes the same call.
  const trip = useQuery(tripQuery(id));
  usePageTitle(page.data && `Awards Night · ${page.data.trip.name}`);
  if (isNotFound(page.error)) return <TripNotFound id={id} />;
  if (page.data) {
    return (
      <CrewColors crew={trip.data?.members}>
        <NightContent key={id} page={page.data} />
      </CrewColors>
    );
  }
  if (page.isPending) return <NightSkeleton />;
  return (
    <LoadFailed
      of={page}
      art={<SceneSticker src={scenes.lighthouse} />}
      title={<h1>Awards Night did not load</h1>}
      action={<ButtonLink to={paths.trip(id)}>Back to the Trip</ButtonLink>}
    />
  );
}

function NightContent({ page }: { page: Page }) {
  const { trip, night, isOrganizer } = page;
  const isReplay = useSearchParams()[0].has("replay");
  const isLive = night?.stage === "live";
  // The last card ends the night, and stays on the screens that watched the show.
  const [hasWatched, setWatched] = useState(isLive);
  if (isLive && !hasWatched) setWatched(true);
  if (!night) {
    return (
      <NightFrame trip={trip}>
        <NoNight page={page} />
      </NightFrame>
    );
  }
  if (night.stage === "over" && isReplay) return <Replay page={page} />;
  if (isLive || (night.stage === "over" && hasWatched)) {
    return <Show tripId={trip.id} night={night} trip={trip} isOrganizer={isOrganizer} />;
  }
  return (
    <NightFrame trip={trip} night={night}>
      {night.stage === "over" ? <AfterShow page={page} /> : <BeforeShow page={page} night={night} />}
    </NightFrame>
  );
}

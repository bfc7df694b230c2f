import { type QueryClient, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { ListedTrip } from "#contract/trips.ts";
import { formatDays, today } from "../../core/calendar.ts";
import { useSquads } from "../../core/current-squad.ts";
import { ButtonLink, navigate, paths, useSearchParams } from "../../core/link.tsx";
import { LoadFailed } from "../../core/load-failed.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { useMe } from "../../core/viewer.ts";
import { acceptOf } from "../../media/uploads/accepted-types.ts";
import { chooseShared } from "../../media/uploads/choose-shared.ts";
import { chooseFiles } from "../../media/uploads/chosen-files.ts";
import { pickFiles } from "../../media/uploads/pick-files.ts";
import { configQuery } from "../../media/queries.ts";
import { Cover, SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { tripsForPhotos } from "../../trips/trips-for-photos.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Shared } from "./shared.tsx";
import { sharedQuery } from "./shared-query.ts";
import { allTripsQuery } from "./trips-query.ts";

/**
 * `/add-photos`: asks which trip photos are for. Those that another app shared go into that trip's upload sheet; without them, a trip opens
 * the picker of the system. It is a shortcut of the installed app.
 */
export function AddPhotosPage() {
  usePageTitle("Add Photos");
  const me = useMe();
  const [search] = useSearchParams();
  const lost = search.get("lost");
  const { data: shared = [] } = useQuery(sharedQuery(me.id));
  const hasShared = shared.length > 0;
  return (
    <div className="narrow-page grid gap-6 px-4 py-8 sm:px-8">
      <PageHeader
        title="Add Photos"
        text={hasShared ? "Which trip are they from?" : "Pick a trip, then the photos and videos."}
      />
      {lost !== null && !hasShared && (
        <output className="rounded-card bg-tint p-4 font-semibold">{lostWords[lost] ?? lostWords[""]}</output>
      )}
      {hasShared && <Shared files={shared.map(({ file }) => file)} />}
      <Trips
        hasShared={hasShared}
        onChoose={({ id }, accept) => {
          const scope = { tripId: id };
          const open = () => navigate(paths.trip(id, "upload"));
          if (hasShared) {
            chooseShared(scope, shared);
            return open();
          }
          return pickFiles(accept, (files) => {
            if (files.length === 0) return;
            chooseFiles(scope, files);
            open();
          });
        }}
      />
    </div>
  );
}

AddPhotosPage.fetch = (client: QueryClient) => client.prefetchQuery(allTripsQuery);

/** Why shared photos did not arrive, by the address to which the share led. */
const lostWords: Readonly<Record<string, string>> = {
  "": "The photos from the other app did not arrive here. Tap a trip and pick them yourself.",
  nobody: "Nobody was logged in when you shared those photos, so they were not kept. Share them again, or tap a trip.",
  full: "That was more than this device can hold at once. Share fewer at a time, or tap a trip and pick them.",
};

/** The trips that take photos, each a button. */
function Trips({ hasShared, onChoose }: { hasShared: boolean; onChoose: (trip: ListedTrip, accept: string) => void }) {
  const list = useQuery(allTripsQuery);
  const { squads } = useSquads();
  const { data: config } = useQuery(configQuery);
  if (!list.data || !squads)
    return list.isError ? (
      <LoadFailed of={list} title="Your trips did not load" />
    ) : (
      <Loading label="Loading your trips..." className="grid gap-3" each="h-20" count={4} />
    );
  const trips = tripsForPhotos(list.data, squads, today());
  if (trips.length === 0) return <NoTrip squadId={squads.find(({ isDemo }) => !isDemo)?.id} hasShared={hasShared} />;
  return (
    <ul className="-mx-3 grid gap-1">
      {trips.map((trip) => (
        <li key={trip.id}>
          <button
            type="button"
            className="flex w-full items-center gap-4 rounded-tile px-3 py-2 text-left hover:bg-tint"
            onClick={() => onChoose(trip, acceptOf(config?.limits))}
          >
            <Cover of={trip} size="thumb" className="edge size-16 shrink-0 rounded-tile" />
            <span className="grid min-w-0">
              <span className="truncate text-lg font-bold">{trip.name}</span>
              <span className="truncate text-sm text-soft">
                {formatDays(trip.startDate, trip.endDate)} · {trip.location}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const NoTrip = ({ squadId, hasShared }: { squadId: string | undefined; hasShared: boolean }) => (
  <EmptyState
    art={<SceneSticker src={scenes.pier} />}
    title="No trip yet"
    text={
      hasShared
        ? "Photos belong to a trip. Make one, and come back to this page: what you shared waits here for a day."
        : "Photos belong to a trip. Make one first."
    }
    action={
      <ButtonLink
        to={squadId === undefined ? paths.createSquad : paths.squad(squadId, "trip")}
        look="primary"
        icon={<Plus aria-hidden="true" size={20} />}
      >
        {squadId === undefined ? "Create Squad" : "New Trip"}
      </ButtonLink>
    }
  />
);

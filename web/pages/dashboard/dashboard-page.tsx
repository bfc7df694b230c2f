import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { MediaItem } from "#contract/media-item.ts";
import type { BriefTrip } from "#contract/trips.ts";
import { dashboardQuery } from "../../core/queries.ts";
import { usePageTitle } from "../../core/page-title.ts";
import { InBrowser } from "../../ui/in-browser.tsx";
import { near } from "../../ui/near.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DashboardHead } from "./dashboard-head.tsx";
import { findNextNight } from "./next-night.ts";
import { findNextTrip, isExample, ownFirst } from "./next-trip.ts";
import { YourSquads } from "./your-squads.tsx";
import { YourTrips } from "./your-trips.tsx";
import { dayOf, today } from "../../core/calendar.ts";
import { ButtonLink, paths } from "../../core/link.tsx";
import { LoadFailed } from "../../core/load-failed.tsx";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { FullRows } from "../../media/photos/full-rows.tsx";
import { LinkedPhoto } from "../../media/photos/linked-photo.tsx";
import { fullNameOf } from "../../ui/avatar.tsx";
import { Section } from "./section.tsx";

const Footer = near(async () => (await import("../../core/footer.tsx")).Footer);
const DemoComing = near(
  async () => (await import("./demo-coming.tsx")).DemoComing,
  <Skeleton className="h-40 rounded-card" />,
);

const VideoBadge = near(async () => (await import("../../media/viewer/video-badge.tsx")).VideoBadge);

/** The home page of a signed-in person: the trip that matters today, the latest photos, trips and squads. */
export function DashboardPage() {
  usePageTitle("");
  const query = useQuery(dashboardQuery);
  const { data, error } = query;
  if (error && !data) return <LoadFailed of={query} wholePage title="Your squads did not come through" />;
  if (!data) return <DashboardSkeleton />;
  const { squads, trips } = ownFirst(data);
  const night = findNextNight(trips, (trip) => isExample(squads, trip));
  const next = findNextTrip(trips, squads, today());
  return (
    <>
      <DashboardHead
        user={data.user}
        night={night}
        next={next}
        trips={trips}
        nextTrips={data.nextTrips}
        squads={squads}
        lastUploaders={data.lastUploaders}
        stats={data.stats}
      />
      <InBrowser>
        <div className="mx-auto grid max-w-7xl gap-12 px-4 py-8 sm:px-8 md:py-10">
          {!data.hadDemo && trips.length === 0 ? (
            <DemoComing />
          ) : (
            // Without a trip the head says what comes first.
            (trips.length > 0 || data.recentMedia.length > 0) && (
              <RecentMemories media={data.recentMedia} trips={trips} />
            )
          )}
          <YourTrips
            trips={trips}
            above={(night ?? next?.trip)?.id}
            hasMore={data.nextTrips !== null}
            squads={squads}
          />
          <YourSquads squads={squads} />
        </div>
      </InBrowser>
      <Footer />
    </>
  );
}

DashboardPage.fetch = (client: QueryClient) => client.prefetchQuery(dashboardQuery);

/** Stands in for the dashboard while it loads. */
const DashboardSkeleton = () => (
  <Loading label="Loading your adventure...">
    <Skeleton className="h-48 rounded-none sm:h-64 lg:h-100" />
    <div className="mx-auto grid max-w-7xl gap-12 px-4 py-8 sm:px-8 md:py-10">
      <div className="grid gap-5">
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-44 rounded-photo!" />
      </div>
      <div className="grid gap-5">
        <Skeleton className="h-9 w-48" />
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <Skeleton count={3} className="h-72 rounded-card" />
        </div>
      </div>
    </div>
  </Loading>
);

const maxPhotos = 12;

/** The latest photos of the viewer's squads and trips. */
function RecentMemories({ media, trips }: { media: readonly MediaItem[]; trips: readonly BriefTrip[] }) {
  const trip = trips.find(({ startDate }) => dayOf(startDate) <= today()) ?? trips[0];
  return (
    <Section id="gallery" title="Recent Memories">
      {media.length === 0 ? (
        <EmptyState
          art={<SceneSticker src={scenes.reef} />}
          title="No photos yet"
          text="The first one is usually blurry, and always the best."
          action={trip && <ButtonLink to={paths.trip(trip.id, "upload")}>Add Photos</ButtonLink>}
        />
      ) : (
        <FullRows photos={media.slice(0, maxPhotos)}>{(photo) => <Memory photo={photo} />}</FullRows>
      )}
    </Section>
  );
}

function Memory({ photo }: { photo: MediaItem }) {
  return (
    <div className="relative size-full">
      <LinkedPhoto photo={photo} alt={altOf(photo)} className="" />
      <VideoBadge item={photo} />
    </div>
  );
}

/** The caption of a photo; without one, its kind, uploader and trip. */
function altOf({ caption, uploader, trip, fileType }: MediaItem): string {
  if (caption) return caption;
  const kind = fileType.startsWith("video") ? "Video" : "Photo";
  const by = uploader ? ` by ${fullNameOf(uploader)}` : "";
  return `${kind}${by}${trip ? ` from ${trip.name}` : ""}`;
}

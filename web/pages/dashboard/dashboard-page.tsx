import { type QueryClient, useQuery } from "@tanstack/react-query";
import { dashboardQuery } from "../../core/queries.ts";
import { sentenceOf } from "../../core/api.ts";
import { usePageTitle } from "../../core/page-title.ts";
import { InBrowser } from "../../ui/in-browser.tsx";
import { near } from "../../ui/near.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { DashboardHead } from "./dashboard-head.tsx";
import { DashboardSkeleton } from "./dashboard-skeleton.tsx";
import { RecentMemories } from "./recent-memories.tsx";
import { YourSquads } from "./your-squads.tsx";
import { YourTrips } from "./your-trips.tsx";

const Footer = near(async () => (await import("../../core/footer.tsx")).Footer);
const DemoComing = near(
  async () => (await import("./demo-coming.tsx")).DemoComing,
  <Skeleton className="h-40 rounded-card" />,
);

/** The home page of a signed-in person: the trip that matters today, the latest photos, trips and squads. */
export function DashboardPage() {
  usePageTitle("");
  const { data, error, refetch, isFetching } = useQuery(dashboardQuery);
  if (error && !data)
    return (
      <ErrorState
        wholePage
        title="Your squads did not come through"
        text={sentenceOf(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <DashboardSkeleton />;
  const isNew = !data.hadDemo && data.squads.length === 0 && data.trips.length === 0;
  return (
    <>
      <DashboardHead
        user={data.user}
        trips={data.trips}
        nextTrips={data.nextTrips}
        squads={data.squads}
        lastUploaders={data.lastUploaders}
        stats={data.stats}
      />
      <InBrowser>
        <div className="mx-auto grid max-w-7xl gap-12 px-4 py-8 sm:px-8 md:py-10">
          {isNew ? <DemoComing /> : <RecentMemories media={data.recentMedia} trips={data.trips} />}
          <YourTrips trips={data.trips} hasMore={data.nextTrips !== null} squads={data.squads} />
          <YourSquads squads={data.squads} />
        </div>
      </InBrowser>
      <Footer />
    </>
  );
}

DashboardPage.fetch = (client: QueryClient) => client.prefetchQuery(dashboardQuery);

import { type QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useState } from "react";
import { sentenceOf } from "../core/api.ts";
import { today } from "../core/calendar.ts";
import { LoadMore } from "../ui/load-more.tsx";
import { usePageTitle } from "../core/page-title.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { scenes } from "../scenes/scenes.ts";
import { Button } from "../ui/button.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../ui/states.tsx";
import { byNeed } from "./by-need.ts";
import { allAwardsQuery } from "./queries.ts";
import { RevealWatch } from "./reveal-watch.tsx";
import { TripAwardsSection } from "./trip-awards.tsx";

const TripDialog = onDemand(async () => (await import("../trips/trip-dialog.tsx")).TripDialog);

/** `/awards`: the awards of all the viewer's trips. */
export function AwardsPage() {
  usePageTitle("Awards");
  const awards = useInfiniteQuery(allAwardsQuery);
  const { fetchNextPage } = awards;
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  // Each page is sorted for itself, so that a page that arrives later moves nothing.
  const trips = awards.data?.pages
    .flatMap(({ rows }) => byNeed(rows, today()))
    .filter(({ categories }) => categories.length > 0);
  return (
    <div className="mx-auto grid max-w-7xl gap-12 px-4 py-8 sm:px-8">
      <AwardsHead isLoading={!trips && !awards.isError} />
      {trips ? (
        <>
          {trips.map((one) => (
            <TripAwardsSection key={one.trip.id} awards={one} />
          ))}
          {awards.hasNextPage ? (
            <LoadMore
              what="trips"
              isLoading={awards.isFetchingNextPage}
              hasFailed={awards.isFetchNextPageError}
              onWanted={more}
            />
          ) : (
            trips.length === 0 && <NoAwards />
          )}
        </>
      ) : awards.isError ? (
        <ErrorState
          title="The awards did not load"
          text={sentenceOf(awards.error)}
          onRetry={() => void awards.refetch()}
          busy={awards.isFetching}
        />
      ) : (
        <div className="grid gap-5">
          <Skeleton className="h-9 w-64" />
          <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            <Skeleton count={3} className="h-96 rounded-card" />
          </div>
        </div>
      )}
      <RevealWatch />
    </div>
  );
}

AwardsPage.fetch = (client: QueryClient) => client.prefetchInfiniteQuery(allAwardsQuery);

/** The title of the awards page. */
export const AwardsHead = ({ isLoading = false }: { isLoading?: boolean }) => (
  <PageHeader
    title="Awards"
    text={isLoading ? <output>Loading awards...</output> : "Every trip leaves a few legends behind."}
  />
);

function NoAwards() {
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <EmptyState
        art={<SceneSticker src={scenes.dawn} />}
        title="No Awards Yet!"
        text="Create a surf trip and set up award categories to get started"
        action={
          <Button
            look="primary"
            icon={<Plus aria-hidden="true" size={20} />}
            onClick={() => setCreating(true)}
            {...TripDialog.hint}
          >
            Create Trip
          </Button>
        }
      />
      <TripDialog open={isCreating} onOpenChange={setCreating} />
    </>
  );
}

import { type QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { TripAwards } from "#contract/awards.ts";
import { today } from "../../core/calendar.ts";
import { LoadMore } from "../../ui/load-more.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { useDialog } from "../../core/use-opening.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { Button } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { byNeed } from "../by-need.ts";
import { allAwardsQuery } from "../queries.ts";
import { RevealWatch } from "../reveal/late-reveals.ts";
import { TripAwardsSection } from "./trip-awards.tsx";

const TripDialog = onDemand(async () => (await import("../../trips/trip-dialog.tsx")).TripDialog);

/** `/awards`: the awards of all the viewer's trips. */
export function AwardsPage() {
  usePageTitle("Awards");
  const awards = useInfiniteQuery(allAwardsQuery);
  const pages = awards.data?.pages;
  return (
    <div className="mx-auto grid max-w-7xl gap-12 px-4 py-8 sm:px-8">
      <AwardsHead isLoading={!pages && !awards.isError} />
      {pages ? (
        <>
          {pages.map(({ rows }, number) => (
            // oxlint-disable-next-line react/no-array-index-key -- pages come in one order
            <AwardsOfTrips key={number} awards={rows} />
          ))}
          {awards.hasNextPage ? (
            <LoadMore list={awards} what="trips" />
          ) : (
            pages.every(({ rows }) => rows.every(hasNone)) && <NoAwards />
          )}
        </>
      ) : awards.isError ? (
        <LoadFailed of={awards} title="The awards did not load" />
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

const hasNone = ({ categories }: TripAwards) => categories.length === 0;

/** The awards of some trips. Each page of the list is sorted for itself, so that a page that arrives later moves nothing. */
const AwardsOfTrips = ({ awards }: { awards: readonly TripAwards[] }) =>
  byNeed(awards, today())
    .filter((one) => !hasNone(one))
    .map((one) => <TripAwardsSection key={one.trip.id} awards={one} />);

/** The title of the awards page. */
const AwardsHead = ({ isLoading }: { isLoading: boolean }) => (
  <PageHeader
    title="Awards"
    text={isLoading ? <output>Loading awards...</output> : "Every trip leaves a few legends behind."}
  />
);

function NoAwards() {
  const [isCreating, setCreating] = useDialog("trip");
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

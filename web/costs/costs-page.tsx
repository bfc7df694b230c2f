import { type QueryClient, keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { isNotFound } from "../core/api.ts";
import { LoadFailed } from "../core/load-failed.tsx";
import { ButtonLink, TextLink, paths } from "../core/link.tsx";
import { usePageTitle } from "../core/page-title.ts";
import { tripQuery } from "../core/queries.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { scenes } from "../scenes/scenes.ts";
import { TripNotFound } from "../trips/late-trip-not-found.tsx";
import { TripRooms } from "../trips/trip-rooms.tsx";
import { CrewColors } from "../ui/face-colors.tsx";
import { InBrowser } from "../ui/in-browser.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { CostsView } from "./costs-view.tsx";
import { booksQuery } from "./queries.ts";
import { useCostFilter } from "./use-cost-filter.ts";

/** `/trips/:id/costs`: what the trip costs, who paid, and who pays whom. */
export function CostsPage({ params: { id } }: { params: { id: string } }) {
  const trip = useQuery(tripQuery(id));
  const [filter, setFilter] = useCostFilter();
  // The room stays while another filter loads.
  const list = useInfiniteQuery({ ...booksQuery(id, filter), placeholderData: keepPreviousData });
  usePageTitle(trip.data && `Costs · ${trip.data.trip.name}`);
  const failed = [list, trip].find(({ error }) => error !== null);
  if (isNotFound(failed?.error)) return <TripNotFound id={id} />;
  const name = trip.data?.trip.name;
  return (
    <>
      <TripRooms id={id} here="costs" />
      {list.data && name !== undefined ? (
        <CrewColors crew={list.data.pages[0]!.people.map((one) => ({ userId: one.id }))}>
          <CostsView
            tripId={id}
            tripName={name}
            list={list}
            pages={list.data.pages}
            filter={filter}
            onFilter={setFilter}
          />
        </CrewColors>
      ) : (
        <div className="mx-auto grid max-w-7xl gap-4 px-4 py-5 sm:gap-6 sm:px-8 sm:py-8">
          <PageHeader
            above={
              <TextLink to={paths.trip(id)} className="-my-2.5 w-fit py-2.5 text-soft">
                {name ?? "The trip"}
              </TextLink>
            }
            title="Costs"
          />
          <InBrowser>
            {failed ? (
              <LoadFailed
                of={[list, trip]}
                art={<SceneSticker src={scenes.lighthouse} />}
                title="The costs did not load"
                action={<ButtonLink to={paths.trip(id)}>Back to the Trip</ButtonLink>}
              />
            ) : (
              <CostsSkeleton />
            )}
          </InBrowser>
        </div>
      )}
    </>
  );
}

CostsPage.fetch = (client: QueryClient, { id }: { id: string }) =>
  Promise.all([client.prefetchInfiniteQuery(booksQuery(id)), client.prefetchQuery(tripQuery(id))]);

const CostsSkeleton = () => (
  <Loading label="Loading the costs..." className="grid gap-4">
    <Skeleton className="h-44 rounded-card!" />
    <Skeleton className="h-11 max-w-96 rounded-full!" />
    <Skeleton count={4} className="h-20" />
  </Loading>
);

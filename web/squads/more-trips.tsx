import { useInfiniteQuery } from "@tanstack/react-query";
import { sentenceOf } from "../core/api.ts";
import { dealScenes } from "../scenes/deal-scenes.ts";
import type { TripRights } from "../trips/next-step.ts";
import { TripCard } from "../trips/trip-card.tsx";
import { Button } from "../ui/button.tsx";
import { squadTripsQuery } from "./queries.ts";

/** A squad's trips after the cursor `after`. Each press of the button loads a page. `before` are the drawings of the cards above. */
export function MoreTrips({
  squadId,
  after,
  rights,
  before,
}: {
  squadId: string;
  after: string;
  rights: TripRights;
  before: readonly string[];
}) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...squadTripsQuery(squadId, after),
    enabled: false,
  });
  const trips = data?.pages.flatMap(({ rows }) => rows);
  const dealt = dealScenes(trips ?? [], before);
  const more = () => void (data && !error ? fetchNextPage() : refetch());
  return (
    <>
      {trips && (
        <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {trips.map((trip, index) => (
            <li key={trip.id}>
              <TripCard trip={trip} rights={rights} scene={dealt[index]!} />
            </li>
          ))}
        </ul>
      )}
      <p role="alert" className="font-semibold text-alarm empty:hidden">
        {error && sentenceOf(error)}
      </p>
      {(!data || hasNextPage) && (
        <Button className="justify-self-center" busy={isFetching && "Loading..."} onClick={more}>
          Show Earlier Trips
        </Button>
      )}
    </>
  );
}

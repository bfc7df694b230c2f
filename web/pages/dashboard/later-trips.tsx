import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { BriefTrip } from "#contract/trips.ts";
import { dealScenes } from "../../scenes/deal-scenes.ts";
import { LoadMore } from "../../ui/load-more.tsx";
import { laterTripsQuery } from "./later-trips-query.ts";

/** The viewer's trips after the `first` ones, in the same list. Scrolling near its end loads a page. `before` are the drawings above. */
export function LaterTrips({
  first,
  before,
  card,
}: {
  first: readonly BriefTrip[];
  before: readonly string[];
  card: (trip: BriefTrip, scene: string) => ReactNode;
}) {
  const later = useInfiniteQuery({
    ...laterTripsQuery,
    // They come when the viewer scrolls there, and from then on with each hint.
    enabled: ({ state }) => state.data !== undefined,
  });
  // A trip whose days changed between two pages may be on both.
  const trips = new Map((later.data?.pages ?? []).flatMap(({ rows }) => rows).map((trip) => [trip.id, trip]));
  for (const { id } of first) trips.delete(id);
  const shown = [...trips.values()];
  const dealt = dealScenes(shown, before);
  return (
    <>
      {shown.map((trip, index) => card(trip, dealt[index]!))}
      {(!later.data || later.hasNextPage) && (
        <li className="col-span-full">
          <LoadMore list={later} what="trips" />
        </li>
      )}
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { findPage, pages } from "#contract/pages.ts";
import { useCurrentPath } from "./link.tsx";
import { squadQuery, squadsQuery, tripQuery } from "./queries.ts";

/** The id in the address of the open page, if it names a squad, or a trip of one. */
function useIdHere(of: "squad" | "trip"): string | undefined {
  const here = findPage(useCurrentPath());
  const page = here && pages[here.name];
  return page && "squadOf" in page && page.squadOf === of ? here.params["id"] : undefined;
}

/** The id of the trip whose page, ballot, leaderboard or night is open. */
export const useTripIdHere = (): string | undefined => useIdHere("trip");

/** The viewer's squads, and the one that the open page belongs to, by its address or its trip. */
export function useSquads() {
  const tripId = useTripIdHere();
  const trip = useQuery({ ...tripQuery(tripId ?? ""), enabled: tripId !== undefined });
  const squads = useQuery(squadsQuery);
  const squadId = useIdHere("squad");
  const here = squadId ?? (tripId && trip.data?.trip.squadId);
  const current = squads.data?.find(({ id }) => id === here);
  // The viewer has not joined this squad, so the list lacks its name. The squad page makes the same call.
  const looked = useQuery({
    ...squadQuery(squadId ?? ""),
    enabled: squadId !== undefined && squads.isSuccess && !current,
  });
  return {
    squads: squads.data,
    current,
    /** The name of the open page's squad, joined or not. */
    hereName: current?.name ?? (squadId === undefined ? trip.data?.squad?.name : looked.data?.squad.name),
  };
}

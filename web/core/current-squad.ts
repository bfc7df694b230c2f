import { useQuery } from "@tanstack/react-query";
import { useCurrentPath } from "./location.ts";
import { matchPath } from "./match-path.ts";
import { squadQuery, squadsQuery, tripQuery } from "./queries.ts";

/** The id of the trip whose page, ballot, leaderboard or night is open. */
export function useTripIdHere(): string | undefined {
  const path = useCurrentPath();
  return ["/trips/:id", "/trips/:id/awards", "/trips/:id/leaderboard", "/trips/:id/night"]
    .map((pattern) => matchPath(pattern, path)?.["id"])
    .find(Boolean);
}

/** The viewer's squads, and the one that the open page belongs to, by its address or its trip. */
export function useSquads() {
  const path = useCurrentPath();
  const tripId = useTripIdHere();
  const trip = useQuery({ ...tripQuery(tripId ?? ""), enabled: tripId !== undefined });
  const squads = useQuery(squadsQuery);
  const squadId = matchPath("/squads/:id", path)?.["id"];
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

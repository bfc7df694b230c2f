import { useQuery } from "@tanstack/react-query";
import { useCurrentPath } from "../location.ts";
import { matchPath } from "../match-path.ts";
import { squadsQuery, tripQuery } from "./queries.ts";

/** The id of the trip whose page, ballot or leaderboard is open. */
export function useTripIdHere(): string | undefined {
  const path = useCurrentPath();
  return ["/trips/:id", "/trips/:id/awards", "/trips/:id/leaderboard"]
    .map((pattern) => matchPath(pattern, path)?.["id"])
    .find(Boolean);
}

/** My squads, and which of them the open page belongs to: by its own address, or through its trip. */
export function useSquads() {
  const path = useCurrentPath();
  const tripId = useTripIdHere();
  const trip = useQuery({ ...tripQuery(tripId ?? ""), enabled: tripId !== undefined });
  const squads = useQuery(squadsQuery);
  const here = matchPath("/squads/:id", path)?.["id"] ?? (tripId && trip.data?.trip.squadId);
  return { squads: squads.data, current: squads.data?.find(({ id }) => id === here) };
}

import { useQuery } from "@tanstack/react-query";
import { near } from "../../ui/near.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { tripAwardsQuery } from "../queries.ts";

const waiting = <Loading label="Loading the winners..." each="h-96 rounded-card" />;
const WinnerCards = near(async () => (await import("../results/winner-cards.tsx")).WinnerCards, waiting);

/** The winners of a trip whose awards are all complete, above its ballots. If their data does not load, the ballots still have the results. */
export function Decided({ tripId }: { tripId: string }) {
  const { data, isError } = useQuery(tripAwardsQuery(tripId));
  if (isError) return null;
  return <section aria-label="The winners">{data ? <WinnerCards awards={data} /> : waiting}</section>;
}

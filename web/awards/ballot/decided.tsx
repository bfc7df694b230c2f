import { useQuery } from "@tanstack/react-query";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { tripAwardsQuery } from "../queries.ts";
import { WinnerCards } from "../results/winner-cards.tsx";

/** The winners of a trip whose awards are all complete, above its ballots. If their data does not load, the ballots still have the results. */
export function Decided({ tripId }: { tripId: string }) {
  const { data, isError } = useQuery(tripAwardsQuery(tripId));
  if (isError) return null;
  return (
    <section aria-label="The winners">
      {data ? (
        <WinnerCards awards={data} />
      ) : (
        <Loading label="Loading the winners...">
          <Skeleton className="h-96 rounded-card" />
        </Loading>
      )}
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { lazyPart } from "../../ui/late.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { tripAwardsQuery } from "../queries.ts";

const WinnerCards = lazyPart(async () => (await import("../results/winner-cards.tsx")).WinnerCards);

/** The winners of a trip whose awards are all complete, above its ballots. If their data does not load, the ballots still have the results. */
export function Decided({ tripId }: { tripId: string }) {
  const { data, isError } = useQuery(tripAwardsQuery(tripId));
  if (isError) return null;
  return (
    <section aria-label="The winners">
      <Suspense fallback={<WinnersSkeleton />}>{data ? <WinnerCards awards={data} /> : <WinnersSkeleton />}</Suspense>
    </section>
  );
}

const WinnersSkeleton = () => (
  <Loading label="Loading the winners...">
    <Skeleton className="h-96 rounded-card" />
  </Loading>
);

import { useQuery } from "@tanstack/react-query";
import { sentenceOf } from "../core/api.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { ErrorState } from "../ui/states.tsx";
import { Podium } from "./podium.tsx";
import { standingsQuery } from "./queries.ts";

const places = 3;

/** The three people with the most votes over all complete awards of a trip. */
export function HallOfFame({ tripId }: { tripId: string }) {
  const standings = useQuery(standingsQuery(tripId));
  return (
    <section aria-labelledby="hall-of-fame" className="grid gap-4">
      <h2 id="hall-of-fame" className="title text-3xl">
        Hall of Fame
      </h2>
      {standings.data ? (
        standings.data.length > 0 ? (
          <Podium standings={standings.data.slice(0, places)} />
        ) : (
          <div className="grid justify-items-center gap-1 rounded-card border-2 border-dashed border-field-line p-8 text-center">
            <p className="title text-xl">Overall Champions</p>
            <p className="text-soft">Top performers across all award categories</p>
          </div>
        )
      ) : standings.isError ? (
        <ErrorState
          title="The standings did not load"
          text={sentenceOf(standings.error)}
          onRetry={() => void standings.refetch()}
          busy={standings.isFetching}
        />
      ) : (
        <>
          <output className="sr-only">Loading the standings...</output>
          <Skeleton className="h-64 rounded-card" />
        </>
      )}
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../../core/load-failed.tsx";
import type { OverallRanking } from "#contract/awards.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Podium } from "./podium.tsx";
import { type Award, standingsQuery } from "../queries.ts";

const places = 3;

/** The number of awards that each person won, by their id. */
function countTitles(awards: readonly Award[]): ReadonlyMap<string, number> {
  const titles = new Map<string, number>();
  for (const { user, rank } of awards.flatMap(({ leaderboard }) => leaderboard))
    if (user && rank === 1) titles.set(user.id, (titles.get(user.id) ?? 0) + 1);
  return titles;
}

/** Tells that the podium is too small for everybody with as many votes as its last. */
function TiedWithThird({ standings }: { standings: readonly OverallRanking[] }) {
  const rank = standings[places - 1]?.rank;
  const tied = standings.slice(places).filter((one) => one.rank === rank).length;
  return (
    tied > 0 && (
      <p className="text-center text-sm text-soft">
        {tied} more with as many votes as rank {rank}
      </p>
    )
  );
}

/** The three people with the most votes over all complete awards of a trip. */
export function HallOfFame({ tripId, awards }: { tripId: string; awards: readonly Award[] }) {
  const standings = useQuery(standingsQuery(tripId));
  return (
    <section aria-labelledby="hall-of-fame" className="grid gap-4">
      <h2 id="hall-of-fame" className="title text-3xl">
        Hall of Fame
      </h2>
      {standings.data ? (
        standings.data.length > 0 ? (
          <>
            <Podium standings={standings.data.slice(0, places)} titles={countTitles(awards)} />
            <TiedWithThird standings={standings.data} />
          </>
        ) : (
          <div className="grid justify-items-center gap-1 rounded-card border-2 border-dashed border-field-line p-8 text-center">
            <p className="title text-xl">Overall Champions</p>
            <p className="text-soft">Top performers across all award categories</p>
          </div>
        )
      ) : standings.isError ? (
        <LoadFailed of={standings} title="The standings did not load" />
      ) : (
        <>
          <output className="sr-only">Loading the standings...</output>
          <Skeleton className="h-80 rounded-card" />
        </>
      )}
    </section>
  );
}

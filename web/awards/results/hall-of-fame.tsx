import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../../core/load-failed.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Podium } from "./podium.tsx";
import { type Award, standingsQuery } from "../queries.ts";
import { places, tiedWords } from "./tied-words.ts";

/** The number of awards that each person won, by their id. */
function countTitles(awards: readonly Award[]): ReadonlyMap<string, number> {
  const titles = new Map<string, number>();
  for (const { user, rank } of awards.flatMap(({ leaderboard }) => leaderboard))
    if (user && rank === 1) titles.set(user.id, (titles.get(user.id) ?? 0) + 1);
  return titles;
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
            <p className="text-center text-sm text-soft empty:hidden">{tiedWords(standings.data)}</p>
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

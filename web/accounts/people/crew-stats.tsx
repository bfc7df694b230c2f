import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "../../ui/skeleton.tsx";
import { crewStatsQuery } from "./queries.ts";

/** How many people the viewer travels with, how many of their trips run today, and how many awards these trips have. */
export function CrewStats() {
  const { data: stats, isError } = useQuery(crewStatsQuery);
  const unknown = isError ? "–" : undefined;
  return (
    <section aria-labelledby="crew-stats" className="grid gap-4">
      <h2 id="crew-stats" className="title text-3xl">
        Crew Stats
      </h2>
      <dl className="grid grid-cols-3 divide-x divide-line rounded-card border border-line bg-card shadow-soft">
        <Stat label="Total Members" value={stats?.memberCount ?? unknown} />
        <Stat label="Active Trips" value={stats?.activeTripCount ?? unknown} />
        <Stat label="Award Categories" value={stats?.awardCategoryCount ?? unknown} />
      </dl>
    </section>
  );
}

const Stat = ({ label, value }: { label: string; value: number | string | undefined }) => (
  <div className="flex flex-col-reverse justify-end gap-1 px-3 py-5 sm:px-8">
    <dt className="text-sm font-semibold text-soft sm:text-base">{label}</dt>
    <dd className="steady font-display text-4xl leading-none font-extrabold">
      {value ?? <Skeleton className="h-9 w-12" />}
    </dd>
  </div>
);

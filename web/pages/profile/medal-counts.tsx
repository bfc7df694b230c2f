import { Medal, medalName, ranks } from "../../accounts/people/medal.tsx";

/** How many awards of each rank a person has, first to third, and how many in all. */
export const MedalCounts = ({ counts }: { counts: readonly number[] }) => (
  <section aria-labelledby="stats" className="flex flex-wrap items-center gap-x-6 gap-y-2">
    <h2 id="stats" className="sr-only">
      Stats
    </h2>
    <dl className="flex flex-wrap items-center gap-x-6 gap-y-2">
      {ranks.map((rank, place) => (
        <div key={rank} className="flex items-center gap-2.5">
          <dt className="order-last font-semibold text-soft">{medalName[rank]}</dt>
          <dd>
            <Medal rank={rank} face={counts[place] ?? 0} />
            <span className="sr-only">{counts[place] ?? 0}</span>
          </dd>
        </div>
      ))}
      <div className="flex min-h-11 items-center gap-2">
        <dt className="order-last font-semibold text-soft">Total awards</dt>
        <dd className="steady font-display text-xl font-extrabold">{counts.reduce((sum, count) => sum + count, 0)}</dd>
      </div>
    </dl>
  </section>
);

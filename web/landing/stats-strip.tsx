import type { Stats } from "#contract/screens.ts";

const number = new Intl.NumberFormat("en");

const figures: readonly { name: string; of: keyof Stats }[] = [
  { name: "trips", of: "tripCount" },
  { name: "photos", of: "photoCount" },
  { name: "awards", of: "awardCategoryCount" },
  { name: "crew", of: "userCount" },
];

/** How much there is already. It keeps its height while the figures are on the way. */
export const StatsStrip = ({ stats }: { stats: Stats | undefined }) => (
  <section aria-label="Swellmates in numbers" className="edge-t edge-b bg-card">
    <dl className="mx-auto grid max-w-7xl grid-cols-2 md:grid-cols-4">
      {figures.map(({ name, of }) => (
        <div
          key={of}
          className="flex flex-col-reverse border-line px-4 py-5 not-last:border-r max-md:odd:border-r max-md:even:border-r-0 max-md:first:border-b max-md:nth-2:border-b sm:px-8"
        >
          <dt className="font-semibold text-soft">{name}</dt>
          <dd className="steady min-h-10 font-display text-[40px] leading-none font-extrabold">
            {stats ? number.format(stats[of]) : " "}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

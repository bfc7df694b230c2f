import type { Books } from "#contract/costs.ts";
import { dayWriter } from "../core/calendar.ts";
import { CostLine } from "./cost-line.tsx";
import { type NameOf, byDay } from "./room-words.ts";

const formatDay = dayWriter({ weekday: "short", day: "numeric", month: "short", year: "numeric" });

/** The costs of some pages, under their days. */
export const CostList = ({
  pages,
  nameOf,
  onOpen,
}: {
  pages: readonly Books[];
  nameOf: NameOf;
  onOpen: (id: string) => void;
}) => (
  <div className="grid gap-4">
    {byDay(pages.flatMap(({ costs }) => costs)).map(({ day, costs }) => (
      <section key={day} aria-label={formatDay(day)} className="grid gap-1">
        <h3 className="text-sm font-bold text-soft">{formatDay(day)}</h3>
        <ul className="-mx-2 divide-y divide-line sm:-mx-3">
          {costs.map((cost) => (
            <CostLine key={cost.key} cost={cost} books={pages[0]!} nameOf={nameOf} onOpen={onOpen} />
          ))}
        </ul>
      </section>
    ))}
  </div>
);

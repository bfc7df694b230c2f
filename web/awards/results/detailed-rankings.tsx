import { useState } from "react";
import { useSearchParams } from "../../core/link.tsx";
import type { NightTime } from "#contract/night-time.ts";
import { Button } from "../../ui/button.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { CategoryIcon } from "../categories/icons.tsx";
import type { Award } from "../queries.ts";
import { RankingPanel } from "./ranking-panel.tsx";

/** How many categories are shown before *More...* is pressed. */
const few = 4;

/** The ranking of each complete award, and the progress of each open one. */
export function DetailedRankings({
  tripId,
  awards,
  night,
  mayVote,
}: {
  tripId: string;
  awards: readonly Award[];
  night: NightTime | null;
  mayVote: boolean;
}) {
  const [search, setSearch] = useSearchParams();
  const picked = search.get("award");
  const [isExpanded, setExpanded] = useState(() => awards.findIndex(({ category }) => category.id === picked) >= few);
  const shown = isExpanded ? awards : awards.slice(0, few);
  const selected = shown.find(({ category }) => category.id === picked) ?? shown[0];
  if (!selected) return null;
  return (
    <section aria-labelledby="detailed-rankings" className="grid min-w-0 grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="detailed-rankings" className="title flex-1 text-3xl">
          Detailed Rankings
        </h2>
        {awards.length > few && (
          <Button size="sm" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? "Show Less" : "More..."}
          </Button>
        )}
      </div>
      <Tabs
        label="Award categories"
        value={selected.category.id}
        onChange={(award) => setSearch(() => new URLSearchParams({ award }), { replace: true })}
        tabs={shown.map((one) => ({
          value: one.category.id,
          label: (
            <span className="flex items-center justify-center gap-2">
              <CategoryIcon icon={one.category.icon} size={18} />
              {one.category.name}
            </span>
          ),
          content: <RankingPanel tripId={tripId} one={one} night={night} mayVote={mayVote} />,
        }))}
      />
    </section>
  );
}

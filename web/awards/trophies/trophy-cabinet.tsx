// Decision 082: why the shelves are deferred.
import { useDeferredValue, useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { CabinetOrder, Trophy } from "#contract/titles.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { trophiesQuery } from "./queries.ts";
import { TrophyShelf } from "./trophy-shelf.tsx";

const TrophyDialog = onDemand(async () => (await import("./trophy-dialog.tsx")).TrophyDialog);

const tabs = [
  ["trip", "By Trip"],
  ["award", "By Award"],
  ["person", "By Person"],
] as const satisfies readonly (readonly [CabinetOrder, string])[];

/** What the people of a squad have won, by trip, by award or by person. */
export function TrophyCabinet({ squadId }: { squadId: string }) {
  const [by, setBy] = useState<CabinetOrder>("trip");
  const list = useInfiniteQuery(trophiesQuery(squadId, "trip"));
  const first = useDeferredValue(list.data)?.pages[0];
  if (!first) return <Waiting list={list} />;
  if (first.rows.length === 0)
    return (
      <p className="rounded-card border border-dashed border-field-line p-6 text-center text-soft">
        Nothing on the shelf yet. The first complete award goes here.
      </p>
    );
  return (
    <Tabs
      label="Trophies"
      isSmall
      value={by}
      onChange={setBy}
      tabs={tabs.map(([value, label]) => ({
        value,
        label,
        content: <Shelves squadId={squadId} by={value} />,
      }))}
    />
  );
}

/** The shelves of a trophy cabinet in one order. */
function Shelves({ squadId, by }: { squadId: string; by: CabinetOrder }) {
  const list = useInfiniteQuery(trophiesQuery(squadId, by));
  const shelves = useDeferredValue(list.data)?.pages.flatMap(({ rows }) => rows);
  const [shown, setShown] = useState<Trophy>();
  const [isOpen, setOpen] = useState(false);
  if (!shelves) return <Waiting list={list} />;
  return (
    <div className="grid gap-5">
      <ul className="flex flex-wrap items-end gap-x-8 gap-y-6">
        {shelves.map((shelf) => (
          <li key={shelf.key} className="max-w-full min-w-0 flex-auto">
            <TrophyShelf
              shelf={shelf}
              by={by}
              onProof={(trophy) => {
                setShown(trophy);
                setOpen(true);
              }}
            />
          </li>
        ))}
      </ul>
      {list.hasNextPage && <ShowMore list={list} what="trophies" label="Show More Trophies" />}
      <TrophyDialog trophy={shown} open={isOpen} onOpenChange={setOpen} />
    </div>
  );
}

interface Asked {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Stands in for shelves that have not come. */
const Waiting = ({ list }: { list: Asked }) =>
  list.error ? (
    <LoadFailed of={list} title="The trophies did not come through" />
  ) : (
    <Loading label="Loading trophies..." className="grid gap-5" each="h-48 rounded-card" count={2} />
  );

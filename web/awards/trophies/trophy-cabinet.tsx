// Decision 082: why the shelves are deferred.
import { useDeferredValue, useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { CabinetOrder, Shelf, Trophy } from "#contract/titles.ts";
import { formerCrewMember } from "#contract/former-crew-member.ts";
import { listed } from "#contract/locale.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { Link, paths } from "../../core/link.tsx";
import { LoadFailed } from "../../core/load-failed.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { CategoryBadge } from "../categories/category-badge.tsx";
import { NomineeAvatar, NomineeName, nomineeName } from "../nominee.tsx";
import { trophiesQuery } from "./queries.ts";

const tabs = [
  ["trip", "By Trip"],
  ["award", "By Award"],
  ["person", "By Person"],
] as const satisfies readonly (readonly [CabinetOrder, string])[];

/** What the people of a squad have won, by trip, by award or by person. */
export function TrophyCabinet({ squadId }: { squadId: string }) {
  const [by, setBy] = useState<CabinetOrder>("trip");
  return (
    <Tabs
      label="Trophies"
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
  const { data, error, hasNextPage } = list;
  const shelves = useDeferredValue(data)?.pages.flatMap(({ rows }) => rows);
  if (!shelves) {
    return error ? (
      <LoadFailed of={list} title="The trophies did not come through" />
    ) : (
      <Loading label="Loading trophies..." className="grid gap-5 md:grid-cols-2" each="h-56 rounded-card" count={2} />
    );
  }
  if (shelves.length === 0)
    return (
      <p className="rounded-card border border-dashed border-field-line p-6 text-center text-soft">
        Nothing on the shelf yet. The first complete award goes here.
      </p>
    );
  return (
    <div className="grid gap-5">
      <ul className="grid items-start gap-5 md:grid-cols-2">
        {shelves.map((shelf) => (
          <li key={shelf.key} className="min-w-0 rounded-card border border-line bg-card p-4">
            <h3 className="title mb-2 flex items-center gap-3 text-xl wrap-anywhere">
              <ShelfTitle shelf={shelf} by={by} />
            </h3>
            <ul className="divide-y divide-line">
              {shelf.trophies.map((trophy) => (
                <li key={trophy.category.id} className="flex min-h-14 items-center gap-3 py-2">
                  {by !== "award" && <CategoryBadge category={trophy.category} size="sm" />}
                  <TrophyWords trophy={trophy} by={by} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {hasNextPage && <ShowMore list={list} what="trophies" label="Show More Trophies" />}
    </div>
  );
}

function ShelfTitle({ shelf: { user, trophies }, by }: { shelf: Shelf; by: CabinetOrder }) {
  const [first] = trophies;
  if (by === "person")
    return (
      <>
        <NomineeAvatar user={user} />
        <NomineeName user={user} className="min-w-0" />
      </>
    );
  if (!first) return null;
  if (by === "award")
    return (
      <>
        <CategoryBadge category={first.category} size="sm" />
        <span className="min-w-0">{first.category.name}</span>
      </>
    );
  return (
    <Link to={paths.leaderboard(first.trip.id)} className="min-w-0 hover:underline">
      {first.trip.name}
    </Link>
  );
}

/** A trophy: what it is for, and whose it is. A person's shelf counts: "3 × Best Wipeout". */
function TrophyWords({ trophy, by }: { trophy: Trophy; by: CabinetOrder }) {
  const { category, trip, times } = trophy;
  const award = times > 1 ? `${times} × ${category.name}` : category.name;
  const [title, line] =
    by === "trip"
      ? [award, winnersOf(trophy)]
      : by === "award"
        ? [winnersOf(trophy), trip.name]
        : [award, times > 1 ? `Last on ${trip.name}` : trip.name];
  return (
    <span className="grid min-w-0 leading-snug">
      <Link
        to={paths.leaderboard(trip.id, category.id)}
        className="inline-flex min-h-6 items-center font-bold wrap-anywhere hover:underline"
      >
        {title}
      </Link>
      <span className="text-sm wrap-anywhere text-soft">{line}</span>
    </span>
  );
}

function winnersOf({ winners, winnerCount }: Trophy): string {
  const names = winners.map((winner) => (winner ? nomineeName(winner) : formerCrewMember));
  const unnamed = winnerCount - names.length;
  return listed(unnamed > 0 ? [...names, `${unnamed} more`] : names);
}

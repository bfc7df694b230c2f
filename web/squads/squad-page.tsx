import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { squadQuery } from "../core/queries.ts";
import { isNotFound } from "../core/api.ts";
import { ButtonLink, paths } from "../core/link.tsx";
import { usePageTitle } from "../core/page-title.ts";
import { LoadFailed } from "../core/load-failed.tsx";
import { SceneSticker } from "../scenes/cover.tsx";
import { scenes } from "../scenes/scenes.ts";
import { EmptyState } from "../ui/states.tsx";
import { SquadView } from "./squad-view.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";

/** A squad: its trips, its people, their photos and their `trophies`. */
export function SquadPage({ params: { id }, trophies }: { params: { id: string }; trophies: ReactNode }) {
  const query = useQuery(squadQuery(id));
  const { data, error } = query;
  // This check comes first, because the cache may still hold a squad that was deleted or left.
  const isGone = isNotFound(error);
  usePageTitle(isGone ? "Squad not found" : data?.squad.name);

  if (isGone) return <SquadNotFound />;
  if (data) return <SquadView overview={data} trophies={trophies} />;
  if (error)
    return (
      <LoadFailed
        of={query}
        title={<h1>This squad did not come through</h1>}
        action={<ButtonLink to={paths.squads}>Your Squads</ButtonLink>}
      />
    );
  return <SquadSkeleton />;
}

const SquadNotFound = () => (
  <EmptyState
    art={<SceneSticker src={scenes.lighthouse} />}
    title={<h1>Squad not found</h1>}
    text="It may be private, or it is gone. An invite link from one of its members opens the door."
    action={
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to={paths.squads} look="primary">
          Your Squads
        </ButtonLink>
        <ButtonLink to={paths.findSquad}>Find a Squad</ButtonLink>
      </div>
    }
  />
);

/** Stands in for a squad page while it loads. */
const SquadSkeleton = () => (
  <Loading label="Loading squad...">
    <div className="edge-b relative">
      <div data-head>
        <Skeleton className="h-72 rounded-none! sm:h-96" />
      </div>
      <div className="absolute inset-x-0 bottom-0 mx-auto grid max-w-7xl gap-3 px-4 pb-7 sm:px-8">
        <div aria-hidden="true" className="h-12 w-2/3 max-w-sm rounded-tile bg-card" />
        <div aria-hidden="true" className="h-6 w-1/3 max-w-56 rounded-tile bg-card" />
      </div>
    </div>
    <div className="mx-auto grid max-w-7xl gap-8 px-4 py-8 sm:px-8">
      <div className="flex flex-wrap gap-3">
        <Skeleton className="h-12 w-36 rounded-full!" />
        <Skeleton className="h-12 w-44 rounded-full!" />
      </div>
      <div className="sideways gap-4 sm:gap-5">
        <Skeleton count={4} className="h-112 w-72 shrink-0 rounded-card!" />
      </div>
      <div className="sideways gap-5">
        <Skeleton count={8} className="size-12 shrink-0 rounded-full!" />
      </div>
    </div>
  </Loading>
);

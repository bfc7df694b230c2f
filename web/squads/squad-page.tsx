import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { squadQuery } from "../core/queries.ts";
import { ApiError, sentenceOf } from "../core/api.ts";
import { ButtonLink } from "../core/link.tsx";
import { usePageTitle } from "../core/page-title.ts";
import { paths } from "../core/paths.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { scenes } from "../scenes/scenes.ts";
import { EmptyState, ErrorState } from "../ui/states.tsx";
import { SquadSkeleton } from "./squad-skeleton.tsx";
import { SquadView } from "./squad-view.tsx";

/** A squad: its trips, its people, their `trophies` and their photos. */
export function SquadPage({ params: { id }, trophies }: { params: { id: string }; trophies: ReactNode }) {
  const { data, error, refetch, isFetching } = useQuery(squadQuery(id));
  // This check comes first, because the cache may still hold a squad that was deleted or left.
  const isGone = error instanceof ApiError && error.status === 404;
  usePageTitle(isGone ? "Squad not found" : data?.squad.name);

  if (isGone) return <SquadNotFound />;
  if (data) return <SquadView overview={data} trophies={trophies} />;
  if (error)
    return (
      <ErrorState
        title={<h1>This squad did not come through</h1>}
        text={sentenceOf(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
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

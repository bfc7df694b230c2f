import { useQuery } from "@tanstack/react-query";
import { Plus, Search } from "lucide-react";
import { sentenceOf } from "../api.ts";
import { ButtonLink } from "../link.tsx";
import { usePageTitle } from "../page-title.ts";
import { paths, serverPaths } from "../paths.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { scenes } from "../scenes/scenes.ts";
import { squadsQuery } from "../shell/queries.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { EmptyState, ErrorState } from "../ui/states.tsx";
import { useMe } from "../viewer.ts";
import { SquadTile } from "./squad-tile.tsx";
import { TileSkeletons } from "./tile-skeletons.tsx";

/** Asks which squad to go to, and offers the ways to another one, or to be somebody else. */
export function ChooseSquadPage() {
  usePageTitle("Choose a Squad");
  const me = useMe();
  return (
    <div className="mx-auto grid max-w-6xl gap-8 px-4 py-8 sm:px-8">
      <PageHeader title="Choose a Squad" text={`Where to, ${me.firstName}?`} />
      <Squads />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.createSquad} icon={<Plus aria-hidden="true" size={20} />}>
          Create New Squad
        </ButtonLink>
        <ButtonLink to={paths.findSquad} icon={<Search aria-hidden="true" size={20} />}>
          Find Squad
        </ButtonLink>
      </div>
      <a
        href={serverPaths.logout}
        className="inline-flex min-h-11 items-center justify-self-start font-semibold underline underline-offset-4"
      >
        Not you? Sign out
      </a>
    </div>
  );
}

function Squads() {
  const { data: squads, error, refetch, isFetching } = useQuery(squadsQuery);
  if (!squads && error)
    return (
      <ErrorState
        title="Your squads did not come through"
        text={sentenceOf(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  if (!squads) return <TileSkeletons label="Loading your squads..." />;
  if (squads.length === 0)
    return (
      <EmptyState
        art={<SceneSticker src={scenes.boards} />}
        title="No squad yet"
        text="Start one for your crew, or find the one your friends are in."
      />
    );
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {squads.map((squad) => (
        <li key={squad.id}>
          <SquadTile
            squad={squad}
            actions={
              <ButtonLink to={paths.squad(squad.id)} aria-label={`Enter Squad ${squad.name}`}>
                Enter Squad
              </ButtonLink>
            }
          />
        </li>
      ))}
    </ul>
  );
}

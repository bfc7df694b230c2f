import { useQuery } from "@tanstack/react-query";
import { Plus, Search } from "lucide-react";
import { sentenceOf } from "../api.ts";
import { ButtonLink } from "../link.tsx";
import { usePageTitle } from "../page-title.ts";
import { paths } from "../paths.ts";
import { squadsQuery } from "../shell/queries.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { scenes } from "../scenes/scenes.ts";
import { Chip } from "../ui/chip.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { EmptyState, ErrorState } from "../ui/states.tsx";
import { SquadTile, countOf, squadChip } from "./squad-tile.tsx";
import { TileSkeletons } from "./tile-skeletons.tsx";

const findButton = (
  <ButtonLink to={paths.findSquad} icon={<Search aria-hidden="true" size={20} />}>
    Find a Squad
  </ButtonLink>
);

const createButton = (
  <ButtonLink to={paths.createSquad} look="primary" icon={<Plus aria-hidden="true" size={20} />}>
    Create Squad
  </ButtonLink>
);

/** The squads one is in. */
export function SquadsPage() {
  usePageTitle("Your Squads");
  const { data: squads } = useQuery(squadsQuery);
  return (
    <div className="mx-auto grid max-w-6xl gap-8 px-4 py-8 sm:px-8">
      <PageHeader
        title="Your Squads"
        text="Every crew you ride with."
        actions={
          squads?.length !== 0 && (
            <>
              {findButton}
              {createButton}
            </>
          )
        }
      />
      <SquadList />
    </div>
  );
}

function SquadList() {
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
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {createButton}
            {findButton}
          </div>
        }
      />
    );
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {squads.map((squad) => (
        <li key={squad.id}>
          <SquadTile
            squad={squad}
            to={paths.squad(squad.id)}
            note={` · ${countOf(squad.tripCount, "adventure")}`}
            corner={
              <>
                {squadChip(squad)}
                {squad.isPublic && <Chip>Public</Chip>}
              </>
            }
          />
        </li>
      ))}
    </ul>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Plus, Search } from "lucide-react";
import type { Squad } from "#contract/squads.ts";
import { adventuresOf } from "./squad-words.ts";
import { ButtonLink, paths } from "../core/link.tsx";
import { usePageTitle } from "../core/page-title.ts";
import { squadsQuery } from "../core/queries.ts";
import { Chip } from "../ui/chip.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { MySquads } from "./my-squads.tsx";
import { SquadTile, squadChip } from "./squad-tile.tsx";

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

const tileOf = (squad: Squad, scene: string) => (
  <SquadTile
    squad={squad}
    scene={scene}
    to={paths.squad(squad.id)}
    note={` · ${adventuresOf(squad)}`}
    corner={
      <>
        {squadChip(squad)}
        {squad.isPublic && <Chip>Public</Chip>}
      </>
    }
  />
);

/** The page of the viewer's squads. */
export function SquadsPage() {
  usePageTitle("Your Squads");
  const { data: squads } = useQuery(squadsQuery);
  return (
    <div className="mx-auto grid max-w-7xl gap-8 px-4 py-8 sm:px-8">
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
      <MySquads
        tile={tileOf}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {createButton}
            {findButton}
          </div>
        }
      />
    </div>
  );
}

import { Plus, Search } from "lucide-react";
import { useState } from "react";
import type { Squad } from "#contract/squads.ts";
import { ButtonLink, paths, serverPaths } from "../core/link.tsx";
import { usePageTitle } from "../core/page-title.ts";
import { onDemand } from "../ui/on-demand.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useMe } from "../core/viewer.ts";
import { MySquads } from "./my-squads.tsx";
import { SquadTile } from "./squad-tile.tsx";

const LogOut = onDemand(async () => (await import("../media/uploads/log-out.tsx")).LogOut);

const tileOf = (squad: Squad, scene: string) => (
  <SquadTile
    squad={squad}
    scene={scene}
    actions={
      <ButtonLink to={paths.squad(squad.id)} aria-label={`Enter Squad ${squad.name}`}>
        Enter Squad
      </ButtonLink>
    }
  />
);

/** Asks for a squad to open, and offers to create or find one, or to sign out. */
export function ChooseSquadPage() {
  usePageTitle("Choose a Squad");
  const me = useMe();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <div className="mx-auto grid max-w-7xl gap-8 px-4 py-8 sm:px-8">
      <PageHeader title="Choose a Squad" text={`Where to, ${me.firstName}?`} />
      <MySquads tile={tileOf} />
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
        onClick={(event) => {
          event.preventDefault();
          setLeaving(true);
        }}
        className="inline-flex min-h-11 items-center justify-self-start font-semibold underline underline-offset-4"
      >
        Not you? Sign out
      </a>
      <LogOut open={isLeaving} onOpenChange={setLeaving} />
    </div>
  );
}

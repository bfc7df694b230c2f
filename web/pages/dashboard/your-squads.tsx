import { Plus } from "lucide-react";
import type { Squad } from "#contract/squads.ts";
import { ButtonLink } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { SquadTile, squadChip } from "../../squads/squad-tile.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Section } from "./section.tsx";

/** The viewer's squads, with links to create or find another. */
export const YourSquads = ({ squads }: { squads: readonly Squad[] }) => (
  <Section
    id="squads"
    title="Your Squads"
    actions={
      squads.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {/* On phones the tab bar has this link. */}
          <ButtonLink to={paths.members} size="sm" look="quiet" className="max-md:hidden">
            Members
          </ButtonLink>
          <ButtonLink to={paths.findSquad} size="sm" look="quiet">
            Find Squad
          </ButtonLink>
          <ButtonLink to={paths.createSquad} size="sm" icon={<Plus aria-hidden="true" size={18} />}>
            Create Squad
          </ButtonLink>
        </div>
      )
    }
  >
    {squads.length === 0 ? (
      <EmptyState
        art={<SceneSticker src={scenes.boards} />}
        title="No squad yet"
        text="A squad keeps your trips, photos and awards. Got a link from a friend? Open it, and you are in."
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to={paths.createSquad}>Create a Squad</ButtonLink>
            <ButtonLink to={paths.findSquad}>Find a Squad</ButtonLink>
          </div>
        }
      />
    ) : (
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {squads.map((squad) => (
          <li key={squad.id}>
            <SquadTile
              squad={squad}
              to={paths.squad(squad.id)}
              note={` · ${squad.tripCount} ${squad.tripCount === 1 ? "adventure" : "adventures"}`}
              corner={squadChip(squad)}
            />
          </li>
        ))}
      </ul>
    )}
  </Section>
);

import { Plus } from "lucide-react";
import type { Squad } from "#contract/squads.ts";
import { ButtonLink, paths } from "../../core/link.tsx";
import { SceneSticker } from "../../scenes/cover.tsx";
import { dealScenes } from "../../scenes/deal-scenes.ts";
import { scenes } from "../../scenes/scenes.ts";
import { SquadTile, squadChip } from "../../squads/squad-tile.tsx";
import { adventuresOf } from "../../squads/squad-words.ts";
import { cardGrid } from "../../ui/card-grid.ts";
import { EmptyState } from "../../ui/states.tsx";
import { Section } from "./section.tsx";

/** The viewer's squads, with links to create or find another. */
export function YourSquads({ squads }: { squads: readonly Squad[] }) {
  const dealt = dealScenes(squads);
  const isNew = squads.every(({ isDemo }) => isDemo);
  return (
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
        <ul className={cardGrid(squads.length + (isNew ? 1 : 0))}>
          {squads.map((squad, index) => (
            <li key={squad.id}>
              <SquadTile
                squad={squad}
                scene={dealt[index]!}
                wide={squads.length === 1 && !isNew}
                to={paths.squad(squad.id)}
                note={` · ${adventuresOf(squad)}`}
                corner={squadChip(squad)}
              />
            </li>
          ))}
          {isNew && (
            <li className="grid place-content-center justify-items-center gap-4 rounded-card border-2 border-dashed border-soft p-8 text-center">
              <p className="title text-2xl">Your squad goes here</p>
              <ButtonLink to={paths.createSquad}>Create a Squad</ButtonLink>
            </li>
          )}
        </ul>
      )}
    </Section>
  );
}

import { Globe, Lock } from "lucide-react";
import { headSizes } from "#contract/cover-sizes.ts";
import type { Squad } from "#contract/squads.ts";
import { adventuresOf, membersOf } from "./squad-words.ts";
import { Cover } from "../scenes/cover.tsx";
import { Chip } from "../ui/chip.tsx";

/** The head of a squad page: its cover, edge to edge, with name and counts. On narrow screens the text is below the cover. */
export const SquadCover = ({ squad }: { squad: Squad }) => (
  <header className="edge-b relative md:grid md:min-h-96 md:content-end md:overflow-hidden">
    <div data-head className="h-56 max-md:border-b-[1.5px] max-md:border-edge sm:h-72 md:absolute md:inset-0 md:h-full">
      <Cover of={squad} size="large" sizes={headSizes} eager className="size-full" />
    </div>
    <div className="relative mx-auto w-full max-w-7xl px-4 sm:px-8">
      <div className="grid justify-items-start gap-2 pt-5 pb-6 md:shaded md:pb-8 md:text-on-photo">
        <Chip>
          {squad.isPublic ? <Globe aria-hidden="true" size={14} /> : <Lock aria-hidden="true" size={14} />}
          {squad.isDemo ? "Your example squad" : squad.isPublic ? "Public squad" : "Private squad"}
        </Chip>
        <h1 className="poster max-w-full text-5xl wrap-anywhere sm:text-7xl">{squad.name}</h1>
        <p className="steady text-lg font-semibold">
          {membersOf(squad)} · {adventuresOf(squad)}
        </p>
      </div>
    </div>
  </header>
);

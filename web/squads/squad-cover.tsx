import { Globe, Lock } from "lucide-react";
import type { Squad } from "#contract/squads.ts";
import { Cover } from "../scenes/cover.tsx";
import { Chip } from "../ui/chip.tsx";
import { countOf } from "./squad-tile.tsx";

/** The head of a squad page: its cover, edge to edge, with name and counts. A long name makes it taller. */
export const SquadCover = ({ squad }: { squad: Squad }) => (
  <header className="edge-b relative grid min-h-72 content-end bg-scrim text-on-photo sm:min-h-96">
    <Cover of={squad} size="large" eager className="absolute inset-0 size-full" />
    <div className="shaded relative">
      <div className="mx-auto grid max-w-6xl justify-items-start gap-2 px-4 pb-6 sm:px-8 sm:pb-8">
        <Chip>
          {squad.isPublic ? <Globe aria-hidden="true" size={14} /> : <Lock aria-hidden="true" size={14} />}
          {squad.isDemo ? "Your example squad" : squad.isPublic ? "Public squad" : "Private squad"}
        </Chip>
        <h1 className="poster max-w-full text-5xl wrap-anywhere sm:text-7xl">{squad.name}</h1>
        <p className="steady text-lg font-semibold">
          {countOf(squad.memberCount, "member")} · {countOf(squad.tripCount, "adventure")}
        </p>
      </div>
    </div>
  </header>
);

import { Globe, Lock } from "lucide-react";
import type { Squad } from "#contract/squads.ts";
import { Cover } from "../scenes/cover.tsx";
import { Chip } from "../ui/chip.tsx";
import { countOf } from "./squad-tile.tsx";

/** The top of a squad's page: its cover, edge to edge, with its name and counts. */
export const SquadCover = ({ squad }: { squad: Squad }) => (
  <header className="edge-b relative bg-scrim text-on-photo">
    <Cover key={squad.photoUrl} of={squad} size="large" eager className="h-72 w-full sm:h-96" />
    <div className="absolute inset-0 bg-linear-to-t from-scrim/90 from-5% via-scrim/45 via-50% to-transparent" />
    <div className="absolute inset-x-0 bottom-0 mx-auto grid max-w-6xl justify-items-start gap-2 px-4 pb-6 sm:px-8 sm:pb-8">
      <Chip>
        {squad.isPublic ? <Globe aria-hidden="true" size={14} /> : <Lock aria-hidden="true" size={14} />}
        {squad.isPublic ? "Public squad" : "Private squad"}
      </Chip>
      <h1 className="poster text-5xl sm:text-7xl">{squad.name}</h1>
      <p className="steady text-lg font-semibold">
        {countOf(squad.memberCount, "member")} · {countOf(squad.tripCount, "adventure")}
      </p>
    </div>
  </header>
);

import type { SquadOpening } from "../core/link.tsx";
import type { SquadOverview } from "../core/queries.ts";
import type { PreloadHint } from "../ui/on-demand.tsx";

export interface SquadActionsProps {
  readonly overview: SquadOverview;
  /** Props for the buttons, which preload the code of their dialogs. */
  readonly hints: Readonly<Record<"edit" | "invite" | "trip", PreloadHint>>;
  readonly onOpen: (dialog: Exclude<SquadOpening, "upload">) => void;
}

import { Clapperboard, HandCoins, ImagePlus, Medal, Plus, Trophy, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import type { BriefTrip } from "#contract/trips.ts";
import { formatTime } from "../core/calendar.ts";
import { type Path, type TripOpening, ButtonLink, paths } from "../core/link.tsx";
import type { ButtonLook, ButtonSize } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { leavesPage } from "../ui/leaves-page.ts";
import type { TripStep } from "./next-step.ts";

interface StepLook {
  readonly label: string;
  readonly icon?: typeof Plus;
  /** The look of the step to take now. */
  readonly look: ButtonLook;
  /** The dialog of the trip's page that it opens. */
  readonly opening?: TripOpening;
  /** The page that it opens: the ballot if nothing is said. */
  readonly page?: "night" | "leaderboard" | "costs";
}

const looks: Readonly<Record<TripStep, StepLook>> = {
  invite: { label: "Invite Members", icon: UserPlus, look: "primary", opening: "invite" },
  "add-photos": { label: "Add Photos", icon: ImagePlus, look: "primary", opening: "upload" },
  "add-awards": { label: "Add Awards", icon: Plus, look: "primary", opening: "categories" },
  vote: { label: "Vote on Awards", icon: Trophy, look: "primary" },
  "settle-up": { label: "Settle Up", icon: HandCoins, look: "primary", page: "costs" },
  done: { label: "You Have Voted", look: "quiet" },
  "see-you": { label: "See You at Awards Night", look: "quiet", page: "night" },
  night: { label: "Awards Night", icon: Clapperboard, look: "primary", page: "night" },
  "join-show": { label: "Join the Show", icon: Clapperboard, look: "primary", page: "night" },
  "view-awards": { label: "View Awards", icon: Medal, look: "win" },
  "see-results": { label: "View Awards", icon: Medal, look: "win", page: "leaderboard" },
};

/**
 * A link that takes a step of a trip. `isNext` marks the step to take now, the only one that is orange or full green. On the trip's page
 * `onOpen` opens the dialog instead.
 */
export function StepButton({
  trip: { id, night },
  step,
  isNext,
  size = "md",
  note,
  className,
  onOpen,
}: {
  trip: Pick<BriefTrip, "id" | "night">;
  step: TripStep;
  isNext: boolean;
  size?: ButtonSize;
  /** Follows the label. */
  note?: ReactNode;
  className?: string;
  onOpen?: (opening: TripOpening) => void;
}) {
  const { label, icon: Icon, look, opening, page = "ballot" } = looks[step];
  const to: Path = opening ? paths.trip(id, opening) : page === "costs" ? paths.costs(id, "settle") : paths[page](id);
  return (
    <ButtonLink
      to={to}
      size={size}
      className={cx(className, look === "win" && !isNext && "calm-win!")}
      look={isNext || look === "quiet" ? look : "plain"}
      icon={Icon && <Icon aria-hidden="true" size={18} className="shrink-0" />}
      {...(onOpen &&
        opening && {
          onClick: (event) => {
            if (leavesPage(event)) return;
            event.preventDefault();
            onOpen(opening);
          },
        })}
    >
      <span>
        {label}
        {step === "night" && night?.startsAt && ` · ${formatTime(night.startsAt)}`}
        {note}
      </span>
    </ButtonLink>
  );
}

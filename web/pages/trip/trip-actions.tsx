import { Ellipsis, Medal, Settings2, Trophy, UserCog } from "lucide-react";
import { useState } from "react";
import { ButtonLink } from "../../core/link.tsx";
import { type TripOpening, paths } from "../../core/paths.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import type { TripScreen } from "../../trips/queries.ts";
import { type TripEnding, TripEndings } from "../../trips/trip-endings.tsx";
import { tripMenuOf } from "../../trips/trip-menu.tsx";
import { CategoriesDialog, TripDialogs } from "./trip-dialogs.tsx";

const ManageMembersDialog = onDemand(
  async () => (await import("../../trips/manage-members-dialog.tsx")).ManageMembersDialog,
);

const icon = { "aria-hidden": true, size: 18 } as const;
/** On a phone two buttons fit beside each other only without icons. */
const wideIcon = { ...icon, className: "max-sm:hidden" } as const;

const compact = "max-sm:px-3.5! max-sm:text-sm!";

/** The buttons and the menu for the actions that the viewer may take on a trip, with their dialogs. */
export function TripActions({
  screen,
  opening,
  open,
}: {
  screen: TripScreen;
  opening: TripOpening | undefined;
  open: (opening: TripOpening | undefined) => void;
}) {
  const { trip, squad } = screen;
  const { viewer } = trip;
  const [managing, setManaging] = useState(false);
  const [ending, setEnding] = useState<TripEnding>();
  const more = tripMenuOf(screen, { open, end: setEnding });

  return (
    <div className="flex flex-wrap gap-2.5 sm:gap-3">
      <AwardsButton trip={trip} />
      <ButtonLink to={paths.leaderboard(trip.id)} icon={<Medal {...wideIcon} />}>
        Leaderboards
      </ButtonLink>
      {viewer.isMember && (
        <Button
          look={trip.categoryCount === 0 ? "primary" : "plain"}
          className={compact}
          icon={<Settings2 {...wideIcon} />}
          onClick={() => open("categories")}
          {...CategoriesDialog.hint}
        >
          Manage Awards
        </Button>
      )}
      {squad && viewer.isSquadAdmin && (
        <Button
          className={compact}
          icon={<UserCog {...wideIcon} />}
          onClick={() => setManaging(true)}
          {...ManageMembersDialog.hint}
        >
          Manage Members
        </Button>
      )}
      {more.length > 0 && (
        <Menu
          label="More about this trip"
          trigger={<Ellipsis aria-hidden="true" size={22} />}
          triggerClass={`${buttonLook("plain")} !px-3`}
          entries={more}
        />
      )}

      <TripDialogs
        trip={trip}
        isOrganizer={viewer.isOrganizer}
        opening={viewer.isMember && opening !== "upload" ? opening : undefined}
        open={open}
      />
      {squad && (
        <ManageMembersDialog
          open={managing}
          onOpenChange={setManaging}
          tripId={trip.id}
          squadId={squad.id}
          isAdmin={viewer.isSquadAdmin}
        />
      )}
      <TripEndings screen={screen} ending={ending} onClose={() => setEnding(undefined)} />
    </div>
  );
}

/** The way to the ballot: to vote while an award needs the viewer's vote, to look once all are complete. */
function AwardsButton({ trip }: { trip: TripScreen["trip"] }) {
  const ballot = paths.ballot(trip.id);
  if (trip.allVotingComplete) {
    return (
      <ButtonLink to={ballot} look="win" icon={<Medal {...wideIcon} />}>
        View Awards
      </ButtonLink>
    );
  }
  if (!trip.viewer.isCrew || trip.categoryCount === 0) return null;
  return trip.awardsToVoteOn > 0 ? (
    <ButtonLink to={ballot} look="primary" icon={<Trophy {...wideIcon} />}>
      Vote on Awards
    </ButtonLink>
  ) : (
    <ButtonLink to={ballot} icon={<Trophy {...wideIcon} />}>
      Your Votes Are In
    </ButtonLink>
  );
}

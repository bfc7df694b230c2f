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

const CategoriesDialog = onDemand(async () => (await import("../../awards/categories-dialog.tsx")).CategoriesDialog);
const TripDialog = onDemand(async () => (await import("../../trips/trip-dialog.tsx")).TripDialog);
const EditCrewDialog = onDemand(async () => (await import("../../trips/edit-crew-dialog.tsx")).EditCrewDialog);
const ManageMembersDialog = onDemand(
  async () => (await import("../../trips/manage-members-dialog.tsx")).ManageMembersDialog,
);
const InviteDialog = onDemand(async () => (await import("../../squads/invitations/invite-dialog.tsx")).InviteDialog);

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
  const state = (name: TripOpening) => ({
    open: opening === name && viewer.isMember,
    onOpenChange: (isOpen: boolean) => open(isOpen ? name : undefined),
  });

  return (
    <div className="flex flex-wrap gap-2.5 sm:gap-3">
      {viewer.isCrew && (
        <ButtonLink to={paths.ballot(trip.id)} look="primary" icon={<Trophy {...wideIcon} />}>
          Vote on Awards
        </ButtonLink>
      )}
      <ButtonLink to={paths.leaderboard(trip.id)} icon={<Medal {...wideIcon} />}>
        Leaderboards
      </ButtonLink>
      {viewer.isMember && (
        <Button
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

      <CategoriesDialog {...state("categories")} tripId={trip.id} tripName={trip.name} mayDelete={viewer.isOrganizer} />
      <TripDialog {...state("edit")} trip={trip} />
      <EditCrewDialog {...state("crew")} tripId={trip.id} squadId={trip.squadId} mayRemove={viewer.isOrganizer} />
      {squad && (
        <ManageMembersDialog
          open={managing}
          onOpenChange={setManaging}
          tripId={trip.id}
          squadId={squad.id}
          isAdmin={viewer.isSquadAdmin}
        />
      )}
      <InviteDialog {...state("invite")} squadId={trip.squadId} trip={trip} />
      <TripEndings screen={screen} ending={ending} onClose={() => setEnding(undefined)} />
    </div>
  );
}

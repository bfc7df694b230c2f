import { onDemand } from "../../ui/on-demand.tsx";
import type { BriefTrip } from "#contract/trips.ts";
import type { TripDialogProps } from "../../trips/trip-dialog.tsx";

const CategoriesDialog = onDemand(
  async () => (await import("../../awards/categories/categories-dialog.tsx")).CategoriesDialog,
);
const TripDialog = onDemand(async () => (await import("../../trips/trip-dialog.tsx")).TripDialog);
const EditCrewDialog = onDemand(async () => (await import("../../trips/edit-crew-dialog.tsx")).EditCrewDialog);
const ManageMembersDialog = onDemand(
  async () => (await import("../../trips/manage-members-dialog.tsx")).ManageMembersDialog,
);
const InviteDialog = onDemand(async () => (await import("../../squads/invitations/invite-dialog.tsx")).InviteDialog);

/** The dialog that uses a photo of the gallery as proof. */
export const UseAsProof = onDemand(async () => (await import("../../awards/receipts/use-as-proof.tsx")).UseAsProof);

/** The dialogs that the trip page and the dashboard open for a trip. */
export type TripDialogName = "crew" | "edit" | "invite" | "categories" | "members";

/** The dialogs of a trip, of which at most one is open. */
export function TripDialogs({
  trip,
  edited,
  isOrganizer,
  isSquadAdmin = false,
  opening,
  onOpenChange,
}: {
  trip: Pick<BriefTrip, "id" | "name" | "squadId">;
  /** The fields of the trip, without which nobody can edit it. */
  edited: TripDialogProps["trip"];
  isOrganizer: boolean;
  /** Whether the viewer may remove people from the squad too; only the trip page lets them. */
  isSquadAdmin?: boolean;
  /** The open dialog. */
  opening: TripDialogName | undefined;
  /** Whether one is open. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const state = (name: TripDialogName) => ({ open: opening === name, onOpenChange });
  return (
    <>
      <CategoriesDialog
        {...state("categories")}
        tripId={trip.id}
        squadId={trip.squadId}
        tripName={trip.name}
        mayDelete={isOrganizer}
      />
      {edited && <TripDialog {...state("edit")} trip={edited} />}
      <EditCrewDialog {...state("crew")} tripId={trip.id} squadId={trip.squadId} mayRemove={isOrganizer} />
      {trip.squadId !== null && (
        <ManageMembersDialog {...state("members")} tripId={trip.id} squadId={trip.squadId} isAdmin={isSquadAdmin} />
      )}
      <InviteDialog {...state("invite")} squadId={trip.squadId} trip={trip} />
    </>
  );
}

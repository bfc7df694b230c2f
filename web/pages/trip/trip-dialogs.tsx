import { onDemand } from "../../ui/on-demand.tsx";
import type { BriefTrip } from "#contract/trips.ts";
import type { TripDialogProps } from "../../trips/trip-dialog.tsx";

const CategoriesDialog = onDemand(
  async () => (await import("../../awards/categories/categories-dialog.tsx")).CategoriesDialog,
);
const TripDialog = onDemand(async () => (await import("../../trips/trip-dialog.tsx")).TripDialog);
const EditCrewDialog = onDemand(async () => (await import("../../trips/edit-crew-dialog.tsx")).EditCrewDialog);
const InviteDialog = onDemand(async () => (await import("../../squads/invitations/invite-dialog.tsx")).InviteDialog);

/** The dialogs that the trip page and the dashboard open for a trip. */
export type TripDialogName = "crew" | "edit" | "invite" | "categories";

/** The dialogs of a trip, of which at most one is open. */
export function TripDialogs({
  trip,
  edited,
  isOrganizer,
  opening,
  onOpenChange,
}: {
  trip: Pick<BriefTrip, "id" | "name" | "squadId">;
  /** The fields of the trip, without which nobody can edit it. */
  edited: TripDialogProps["trip"];
  isOrganizer: boolean;
  /** The open dialog. */
  opening: TripDialogName | undefined;
  /** Whether one is open. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const state = (name: TripDialogName) => ({ open: opening === name, onOpenChange });
  return (
    <>
      <CategoriesDialog {...state("categories")} tripId={trip.id} tripName={trip.name} mayDelete={isOrganizer} />
      {edited && <TripDialog {...state("edit")} trip={edited} />}
      <EditCrewDialog {...state("crew")} tripId={trip.id} squadId={trip.squadId} mayRemove={isOrganizer} />
      <InviteDialog {...state("invite")} squadId={trip.squadId} trip={trip} />
    </>
  );
}

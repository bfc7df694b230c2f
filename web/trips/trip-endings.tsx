import { useQueryClient } from "@tanstack/react-query";
import { api } from "../core/api.ts";
import { navigate, paths } from "../core/link.tsx";
import { tripQuery } from "../core/queries.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { toast } from "../ui/toast.ts";
import { OwedLine } from "./owed-line.tsx";
import { type TripOverview, refreshTrip } from "./queries.ts";

export type TripEnding = "leave" | "delete";

/**
 * Leaves or deletes a trip after a confirmation. A squad's trip stays open after leaving; otherwise the squad's page or
 * the dashboard opens.
 */
export function TripEndings({
  overview: { trip, squad },
  ending,
  onOpenChange,
}: {
  overview: TripOverview;
  ending: TripEnding | undefined;
  /** Whether there is an `ending`. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const client = useQueryClient();
  // Nobody can find a squadless trip without a crew, so the last member deletes it by leaving.
  const isLast = squad === null && trip.memberCount === 1;

  const leavingText = (
    <>
      In open awards your votes go, and votes for you no longer count. Results and your photos stay.
      {(trip.costBalance ?? 0) < 0 && <OwedLine tripId={trip.id} />}
    </>
  );

  const goAway = (title: string) => {
    toast({ title });
    navigate(squad ? paths.squad(squad.id) : paths.home, { replace: true });
    client.removeQueries({ queryKey: tripQuery(trip.id).queryKey });
    void refreshTrip(client, trip.id);
  };

  return (
    <>
      <ConfirmDialog
        open={ending === "delete"}
        onOpenChange={(open) => !open && onOpenChange(open)}
        title="Delete this trip?"
        text={`“${trip.name}” goes with all its photos, awards and votes, for everyone. This cannot be undone.`}
        mustType={trip.name}
        action="Delete Trip"
        busyLabel="Deleting..."
        onConfirm={async () => {
          await api("DELETE /api/trips/:id", { params: { id: trip.id } });
          goAway("Trip deleted");
        }}
      />
      <ConfirmDialog
        open={ending === "leave"}
        onOpenChange={(open) => !open && onOpenChange(open)}
        title="Leave this trip?"
        text={
          isLast
            ? "You are the last of the crew: leaving deletes this trip with all its photos, awards and votes."
            : leavingText
        }
        {...(isLast && { mustType: trip.name })}
        action="Leave Trip"
        busyLabel="Leaving..."
        onConfirm={async (typed) => {
          const { deleted } = await api("POST /api/trips/:id/leave", {
            params: { id: trip.id },
            body: isLast ? { confirm: typed } : {},
          });
          if (deleted || squad === null) return goAway(deleted ? "Trip deleted" : "You left the trip");
          toast({ title: "You left the trip" });
          await refreshTrip(client, trip.id);
        }}
      />
    </>
  );
}

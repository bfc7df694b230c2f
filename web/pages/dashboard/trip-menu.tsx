import { Ellipsis } from "lucide-react";
import type { BriefTrip } from "#contract/trips.ts";
import { navigate } from "../../core/location.ts";
import { paths } from "../../core/paths.ts";
import { Menu } from "../../ui/menu.tsx";
import type { TripDialogName } from "../trip/trip-dialogs.tsx";

/** Further actions of a trip. Each opens its dialog over the dashboard. */
export function TripMenu({
  trip,
  mayInvite,
  onOpen,
}: {
  trip: BriefTrip;
  mayInvite: boolean;
  onOpen: (dialog: TripDialogName) => void;
}) {
  const ballot = paths.ballot(trip.id);
  const leaderboard = paths.leaderboard(trip.id);
  const entry = (id: TripDialogName, label: string) => ({ id, label, onSelect: () => onOpen(id) });
  return (
    <Menu
      align="end"
      isTall
      label={`More for ${trip.name}`}
      triggerClass="edge grid size-11 place-items-center rounded-full bg-card text-main hover:bg-tint"
      trigger={<Ellipsis aria-hidden="true" />}
      entries={[
        entry("crew", "Edit Crew"),
        entry("edit", "Edit"),
        ...(mayInvite ? [entry("invite", "Invite Members")] : []),
        entry("categories", "Awards settings"),
        // The card has this link while the viewer has a vote to cast.
        ...((trip.awardsToVoteOn ?? 0) > 0
          ? []
          : [{ id: "vote", label: "Vote on Awards", href: ballot, onSelect: () => navigate(ballot) }]),
        { id: "leaderboards", label: "Leaderboards", href: leaderboard, onSelect: () => navigate(leaderboard) },
      ]}
    />
  );
}

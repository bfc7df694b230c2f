import { Ellipsis } from "lucide-react";
import type { TripCard } from "#contract/trips.ts";
import { Menu } from "../../ui/menu.tsx";
import type { TripDialogName } from "../trip/trip-dialogs.tsx";

/** Further actions of a trip. Each opens its dialog over the dashboard. */
export function TripMenu({
  trip: { name },
  mayInvite,
  onOpen,
}: {
  trip: TripCard;
  mayInvite: boolean;
  onOpen: (dialog: TripDialogName) => void;
}) {
  const entry = (id: TripDialogName, label: string) => ({ id, label, onSelect: () => onOpen(id) });
  return (
    <Menu
      align="end"
      label={`More for ${name}`}
      triggerClass="edge grid size-11 place-items-center rounded-full bg-card text-main hover:bg-tint"
      trigger={<Ellipsis aria-hidden="true" />}
      entries={[
        entry("crew", "Edit Crew"),
        entry("edit", "Edit"),
        ...(mayInvite ? [entry("invite", "Invite Members")] : []),
        entry("categories", "Awards settings"),
      ]}
    />
  );
}

import { LogOut, PencilLine, Trash2, UserPlus, Users } from "lucide-react";
import type { TripOpening } from "../core/paths.ts";
import type { MenuEntry } from "../ui/menu.tsx";
import type { TripScreen } from "./queries.ts";
import type { TripEnding } from "./trip-endings.tsx";

const icon = { "aria-hidden": true, size: 18, className: "shrink-0" } as const;

/** The menu entries for the less frequent actions that the viewer may take on a trip. */
export function tripMenuOf(
  { trip, squad }: TripScreen,
  { open, end }: { open: (opening: TripOpening) => void; end: (ending: TripEnding) => void },
): readonly MenuEntry[] {
  const { isMember, isCrew, isOrganizer, isInSquad } = trip.viewer;
  const entries: readonly (MenuEntry & { for: boolean })[] = [
    {
      for: isMember,
      id: "edit",
      label: "Edit Trip",
      icon: <PencilLine {...icon} />,
      onSelect: () => open("edit"),
    },
    {
      for: isMember && (squad !== null || isOrganizer),
      id: "crew",
      label: "Edit Crew",
      icon: <Users {...icon} />,
      onSelect: () => open("crew"),
    },
    {
      for: squad === null ? isCrew : isInSquad && !squad.isDemo,
      id: "invite",
      label: "Invite Members",
      icon: <UserPlus {...icon} />,
      onSelect: () => open("invite"),
    },
    {
      for: isCrew,
      id: "leave",
      label: "Leave Trip",
      icon: <LogOut {...icon} />,
      separated: true,
      onSelect: () => end("leave"),
    },
    {
      for: isOrganizer,
      id: "delete",
      label: "Delete Trip",
      icon: <Trash2 {...icon} />,
      separated: !isCrew,
      onSelect: () => end("delete"),
    },
  ];
  return entries.filter((entry) => entry.for);
}

import { Clapperboard, LogOut, Medal, PencilLine, Settings2, Trash2, UserCog, UserPlus, Users } from "lucide-react";
import { type TripOpening, paths } from "../core/link.tsx";
import type { MenuEntry } from "../ui/menu.tsx";
import { mayInviteTo } from "./next-step.ts";
import type { TripOverview } from "./queries.ts";
import type { TripEnding } from "./trip-endings.tsx";

const icon = { "aria-hidden": true, size: 18, className: "shrink-0" } as const;

/** The menu entries for everything that the viewer may do on a trip. What changes it for everybody comes last. */
export function tripMenuOf(
  overview: TripOverview,
  {
    open,
    end,
    toLeaderboards,
    toNight,
  }: {
    open: (opening: TripOpening) => void;
    end: (ending: TripEnding) => void;
    toLeaderboards: () => void;
    toNight: () => void;
  },
): readonly MenuEntry[] {
  const { trip, squad } = overview;
  const { isMember, isCrew, isOrganizer, isSquadAdmin } = trip.viewer;
  const entries: readonly (MenuEntry & { for: boolean })[] = [
    {
      for: true,
      id: "leaderboards",
      label: "Leaderboards",
      icon: <Medal {...icon} />,
      href: paths.leaderboard(trip.id),
      onSelect: toLeaderboards,
    },
    {
      for: isMember,
      id: "categories",
      label: "Manage Awards",
      icon: <Settings2 {...icon} />,
      onSelect: () => open("categories"),
    },
    {
      for: trip.night !== null,
      id: "night",
      label: "Awards Night",
      icon: <Clapperboard {...icon} />,
      href: paths.night(trip.id),
      onSelect: toNight,
    },
    {
      for: isOrganizer && trip.night === null && trip.categoryCount > 0 && !trip.allVotingComplete,
      id: "plan-night",
      label: "Plan Awards Night",
      icon: <Clapperboard {...icon} />,
      onSelect: () => open("night"),
    },
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
      for: mayInviteTo(overview),
      id: "invite",
      label: "Invite Members",
      icon: <UserPlus {...icon} />,
      onSelect: () => open("invite"),
    },
    {
      for: squad !== null && isSquadAdmin,
      id: "manage",
      label: "Manage Members",
      icon: <UserCog {...icon} />,
      onSelect: () => open("members"),
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

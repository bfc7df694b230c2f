import { Ellipsis } from "lucide-react";
import { navigate } from "../../core/location.ts";
import type { TripCard } from "#contract/trips.ts";
import { type Path, paths } from "../../core/paths.ts";
import { Menu } from "../../ui/menu.tsx";

/** A menu of links: to the trip's pages, and to its page with a dialog open. */
export function TripMenu({ trip: { id, name }, mayInvite }: { trip: TripCard; mayInvite: boolean }) {
  const entry = (label: string, to: Path) => ({
    id: label,
    label,
    href: to,
    onSelect: () => navigate(to),
  });
  return (
    <Menu
      align="end"
      label={`More for ${name}`}
      triggerClass="edge grid size-11 place-items-center rounded-full bg-card text-main hover:bg-tint"
      trigger={<Ellipsis aria-hidden="true" />}
      entries={[
        entry("View Trip", paths.trip(id)),
        entry("Leaderboards", paths.leaderboard(id)),
        entry("Edit Crew", paths.trip(id, "crew")),
        entry("Edit", paths.trip(id, "edit")),
        ...(mayInvite ? [entry("Invite Members", paths.trip(id, "invite"))] : []),
        entry("Awards settings", paths.trip(id, "categories")),
      ]}
    />
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Plus } from "lucide-react";
import { useState } from "react";
import type { Squad } from "#contract/squads.ts";
import type { BriefTrip } from "#contract/trips.ts";
import { ButtonLink, navigate, paths } from "../../core/link.tsx";
import { tripQuery } from "../../core/queries.ts";
import { dealScenes } from "../../scenes/deal-scenes.ts";
import { TripCard } from "../../trips/trip-card.tsx";
import { cardGrid } from "../../ui/card-grid.ts";
import { near } from "../../ui/near.tsx";
import { onDemand, tellNotLoaded } from "../../ui/on-demand.tsx";
import { usePreload } from "../../ui/use-preload.ts";
import { isExample, mayInviteFrom } from "./next-trip.ts";
import { Section } from "./section.tsx";
import type { TripDialogName } from "../trip/trip-dialogs.tsx";
import { Menu } from "../../ui/menu.tsx";

const TripDialogs = onDemand(async () => (await import("../trip/trip-dialogs.tsx")).TripDialogs);
const LaterTrips = near(async () => (await import("./later-trips.tsx")).LaterTrips);

/**
 * The viewer's trips: running ones, then those to come, then the past. They begin with `trips`; if there are more, scrolling brings them.
 * The trip `above`, which the head of the page shows, is among them only if it is the only one.
 * Renders nothing for a person without a trip.
 */
export function YourTrips({
  trips,
  above,
  hasMore,
  squads,
}: {
  trips: readonly BriefTrip[];
  above: string | undefined;
  hasMore: boolean;
  squads: readonly Squad[];
}) {
  const client = useQueryClient();
  const [editing, setEditing] = useState<BriefTrip>();
  const [opening, setOpening] = useState<TripDialogName>();
  // Only the trip's page has all fields, and tells who organizes it.
  const overview = useQuery({
    ...tripQuery(editing?.id ?? ""),
    enabled: opening !== undefined && opening !== "invite",
  });
  usePreload(TripDialogs.hint.onFocus, trips.length > 0);
  const squad = squads.find(({ isDemo }) => !isDemo);
  if (trips.length === 0) return null;
  const others = trips.filter(({ id }) => id !== above);
  const shown = others.length > 0 ? others : trips;
  const dealt = dealScenes(shown);
  const open = async (trip: BriefTrip, dialog: TripDialogName) => {
    // Its form keeps what it begins with.
    if (dialog === "edit") await client.fetchQuery(tripQuery(trip.id));
    setEditing(trip);
    setOpening(dialog);
  };
  const card = (trip: BriefTrip, scene: string) => (
    <li key={trip.id}>
      <TripCard
        trip={trip}
        scene={scene}
        // All of these are trips of the viewer's squads or crews.
        rights={{ isMember: true, mayInvite: mayInviteFrom(squads, trip) }}
        // The example marks no step beside what is one's own.
        calm={trip.id === above || (squad !== undefined && isExample(squads, trip))}
        wide={shown.length === 1}
        more="View Trip"
        corner={
          <TripMenu
            trip={trip}
            mayInvite={mayInviteFrom(squads, trip)}
            onOpen={(dialog) => void open(trip, dialog).catch(tellNotLoaded)}
          />
        }
      />
    </li>
  );
  return (
    <Section
      id="trips"
      title="Your Trips"
      actions={
        squad && (
          <ButtonLink to={paths.squad(squad.id, "trip")} size="sm" icon={<Plus aria-hidden="true" size={18} />}>
            New Trip
          </ButtonLink>
        )
      }
    >
      <ul className={cardGrid(shown.length)}>
        {shown.map((trip, index) => card(trip, dealt[index]!))}
        {hasMore && <LaterTrips first={trips} before={dealt} card={card} />}
      </ul>
      {editing && (
        <TripDialogs
          // The forms keep what they began with, so each trip gets its own.
          key={editing.id}
          trip={editing}
          edited={overview.data?.trip}
          isOrganizer={overview.data?.trip.viewer.isOrganizer ?? false}
          opening={opening}
          open={opening !== undefined}
          onOpenChange={() => setOpening(undefined)}
        />
      )}
    </Section>
  );
}

/** Further actions of a trip. Each opens its dialog over the dashboard. */
function TripMenu({
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
        { id: "vote", label: "Vote on Awards", href: ballot, onSelect: () => navigate(ballot) },
        { id: "leaderboards", label: "Leaderboards", href: leaderboard, onSelect: () => navigate(leaderboard) },
      ]}
    />
  );
}

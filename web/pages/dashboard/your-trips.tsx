import { Plus } from "lucide-react";
import type { Squad } from "#contract/squads.ts";
import type { TripCard as Trip } from "#contract/trips.ts";
import { ButtonLink } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { TripCard } from "../../trips/trip-card.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Section } from "./section.tsx";
import { TripMenu } from "./trip-menu.tsx";

/** The viewer's trips, latest first. Renders nothing for a person without a trip or a squad of their own. */
export function YourTrips({ trips, squads }: { trips: readonly Trip[]; squads: readonly Squad[] }) {
  const squad = squads.find(({ isDemo }) => !isDemo);
  const demo = squads.find(({ isDemo }) => isDemo);
  if (!squad && trips.length === 0) return null;
  const add = squad && (
    <ButtonLink to={paths.squad(squad.id, "trip")} size="sm" icon={<Plus aria-hidden="true" size={18} />}>
      Create Trip
    </ButtonLink>
  );
  return (
    <Section id="trips" title="Your Trips" actions={trips.length > 0 && add}>
      {trips.length === 0 ? (
        <EmptyState
          art={<SceneSticker src={scenes.nightDrive} />}
          title="No trips yet"
          text="Name a place and two dates. The rest is packing."
          action={add}
        />
      ) : (
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {trips.map((trip) => (
            <li key={trip.id}>
              <TripCard trip={trip} corner={<TripMenu trip={trip} mayInvite={!demo || trip.squadId !== demo.id} />} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

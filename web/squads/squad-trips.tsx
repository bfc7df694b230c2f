import { Plus } from "lucide-react";
import type { TripCard as Trip } from "#contract/trips.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { dealScenes } from "../scenes/deal-scenes.ts";
import { scenes } from "../scenes/scenes.ts";
import { TripCard } from "../trips/trip-card.tsx";
import { Button } from "../ui/button.tsx";
import type { onDemand } from "../ui/on-demand.tsx";
import { EmptyState } from "../ui/states.tsx";
import { MoreTrips } from "./more-trips.tsx";

/** A squad's trips, latest first. `newTrip` is set for people who may create one. */
export const SquadTrips = ({
  squadId,
  trips,
  next,
  newTrip,
}: {
  squadId: string;
  trips: readonly Trip[];
  /** The cursor after the last of `trips`; null if there are no more. */
  next: string | null;
  newTrip: { onPress: () => void; hint: ReturnType<typeof onDemand>["hint"] } | undefined;
}) => {
  const dealt = dealScenes(trips);
  return (
    <section aria-labelledby="adventures" className="grid gap-5">
      <h2 id="adventures" className="title text-3xl">
        Adventures
      </h2>
      {trips.length > 0 ? (
        <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {trips.map((trip, index) => (
            <li key={trip.id}>
              <TripCard trip={trip} scene={dealt[index]!} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          art={<SceneSticker src={scenes.camp} />}
          {...(newTrip
            ? { title: "No adventures yet. Click the + button to create your first trip!" }
            : { title: "No adventures yet.", text: "The squad's first trip will show up here." })}
          action={
            newTrip && (
              <Button icon={<Plus aria-hidden="true" size={20} />} onClick={newTrip.onPress} {...newTrip.hint}>
                New Trip
              </Button>
            )
          }
        />
      )}
      {next !== null && <MoreTrips squadId={squadId} after={next} before={dealt} />}
    </section>
  );
};

import { Plus } from "lucide-react";
import type { ListedTrip } from "#contract/trips.ts";
import { today } from "../core/calendar.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { dealScenes } from "../scenes/deal-scenes.ts";
import { scenes } from "../scenes/scenes.ts";
import { TripCard } from "../trips/trip-card.tsx";
import { Button } from "../ui/button.tsx";
import { near } from "../ui/near.tsx";
import type { onDemand } from "../ui/on-demand.tsx";
import { EmptyState } from "../ui/states.tsx";
import type { TripRights } from "../trips/next-step.ts";
import { nowFirst } from "./now-first.ts";
import { cardGrid } from "../ui/card-grid.ts";
import { useWhole } from "./use-whole.ts";

const MoreTrips = near(async () => (await import("./more-trips.tsx")).MoreTrips);

/** The number of trips in the row. A button shows all of them. */
const shownInRow = 12;
/** So many trips are soon seen in the row, so there is no button. */
const fewTrips = 3;

/**
 * A squad's trips in a row that scrolls sideways: running ones, then those to come, then the past. `newTrip` is set for people who may
 * create one.
 */
export const SquadTrips = ({
  squadId,
  trips: latestFirst,
  next,
  rights,
  newTrip,
}: {
  squadId: string;
  /** Latest first. */
  trips: readonly ListedTrip[];
  /** The cursor after the last of them; null if there are no more. */
  next: string | null;
  rights: TripRights;
  newTrip: { onPress: () => void; hint: ReturnType<typeof onDemand>["hint"] } | undefined;
}) => {
  const [all, setAll] = useWhole("trips");
  const trips = nowFirst(latestFirst, today());
  const dealt = dealScenes(trips);
  const isRow = trips.length > 1 && !all;
  return (
    <section aria-labelledby="trips" className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="trips" className="title text-3xl">
          Trips
        </h2>
        {trips.length > fewTrips && (
          <Button size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? "Show Less" : "All Trips"}
          </Button>
        )}
      </div>
      {trips.length > 0 ? (
        // The room below a row is for the shadows of its cards.
        <ul className={isRow ? "sideways -mb-6! gap-4 pb-6! sm:gap-5" : cardGrid(trips.length)}>
          {(isRow ? trips.slice(0, shownInRow) : trips).map((trip, index) => (
            <li key={trip.id} className={isRow ? "w-72 shrink-0 grow snap-start" : undefined}>
              <TripCard trip={trip} scene={dealt[index]!} rights={rights} wide={trips.length === 1} />
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
      {all && next !== null && (
        // The place of its button is there before it is.
        <div className="grid min-h-12 gap-5">
          <MoreTrips squadId={squadId} after={next} before={dealt} rights={rights} />
        </div>
      )}
    </section>
  );
};

import { Gallery } from "../../media/gallery/gallery.tsx";
import { dayOf } from "../../core/calendar.ts";
import type { TripOpening } from "../../core/paths.ts";
import { CrewList } from "../../trips/crew-list.tsx";
import type { TripScreen } from "../../trips/queries.ts";
import { TripActions } from "./trip-actions.tsx";
import { TripWinners } from "./trip-winners.tsx";
import { TripCounts, TripHero } from "../../trips/trip-hero.tsx";
import { useOpening } from "../../core/use-opening.ts";

const openings = ["crew", "edit", "invite", "categories", "upload"] as const satisfies readonly TripOpening[];

/** The content of a loaded trip page. */
export function TripScreenView({ screen }: { screen: TripScreen }) {
  const { trip, members, winners, media, nextMedia } = screen;
  const [opening, open] = useOpening<TripOpening>(openings);
  return (
    <article>
      <TripHero screen={screen} />
      <div className="mx-auto grid max-w-7xl gap-8 px-4 py-5 sm:px-8 md:py-8">
        <div className="grid gap-5">
          {trip.description && (
            <p className="max-w-prose text-lg whitespace-pre-line wrap-anywhere">{trip.description}</p>
          )}
          <TripActions screen={screen} opening={opening} open={open} />
          <TripCounts screen={screen} />
          {winners.length > 0 && <TripWinners tripId={trip.id} winners={winners} />}
        </div>
        <CrewList tripId={trip.id} members={members} count={trip.memberCount} />
        <section id="gallery" aria-label="Gallery">
          <Gallery
            scope={{ tripId: trip.id }}
            first={{ rows: media, next: nextMedia }}
            days={[dayOf(trip.startDate), dayOf(trip.endDate)]}
            mayUpload={trip.viewer.isMember}
            mayModerate={trip.viewer.isOrganizer}
          />
        </section>
      </div>
    </article>
  );
}

import { NightLine } from "../../awards/night/night-line.tsx";
import { Gallery } from "../../media/gallery/gallery.tsx";
import { dayOf } from "../../core/calendar.ts";
import type { TripOpening } from "../../core/paths.ts";
import { CrewList } from "../../trips/crew-list.tsx";
import type { TripOverview } from "../../trips/queries.ts";
import { TripActions } from "./trip-actions.tsx";
import { TripWinners } from "./trip-winners.tsx";
import { InBrowser } from "../../ui/in-browser.tsx";
import { TripHero } from "../../trips/trip-hero.tsx";
import { useOpening } from "../../core/use-opening.ts";

const openings = ["crew", "edit", "invite", "categories", "upload", "night"] as const satisfies readonly TripOpening[];

/** The content of a loaded trip page. */
export function TripOverviewView({ overview }: { overview: TripOverview }) {
  const { trip, night, members, winners, media, nextMedia } = overview;
  const [opening, open] = useOpening<TripOpening>(openings);
  return (
    <article>
      <TripHero overview={overview} />
      <InBrowser>
        <div className="mx-auto grid max-w-7xl gap-4 px-4 py-4 sm:px-8">
          <CrewList tripId={trip.id} members={members} count={trip.memberCount} />
          <div className="flex flex-col gap-4 lg:flex-row-reverse lg:items-start lg:justify-between lg:gap-8">
            <div className="lg:shrink-0">
              <TripActions overview={overview} opening={opening} open={open} />
            </div>
            {trip.description && (
              <p className="max-w-prose min-w-0 whitespace-pre-line wrap-anywhere sm:text-lg">{trip.description}</p>
            )}
          </div>
          {night && <NightLine tripId={trip.id} night={night} />}
          <TripWinners trip={trip} winners={winners} />
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
      </InBrowser>
    </article>
  );
}

import { headSizes } from "#contract/cover-sizes.ts";
import { formatDays } from "../core/calendar.ts";
import { Link, paths } from "../core/link.tsx";
import { Cover } from "../scenes/cover.tsx";
import { Chip } from "../ui/chip.tsx";
import { hashtagsOf } from "./hashtags.ts";
import type { TripOverview } from "./queries.ts";

/** The head of a trip page: cover, name, dates, location, hashtags. On narrow screens the text is below the cover. */
export function TripHero({ overview: { trip, squad } }: { overview: TripOverview }) {
  return (
    <header className="relative md:grid md:min-h-72 md:content-end md:overflow-hidden lg:min-h-[clamp(20rem,27vw,26rem)]">
      <div data-head className="md:absolute md:inset-0">
        <Cover of={trip} size="large" sizes={headSizes} eager className="edge-b h-44 w-full sm:h-60 md:h-full" />
      </div>
      <div className="pt-4 md:relative md:pt-6">
        <div className="mx-auto max-w-7xl px-4 sm:px-8 md:flex md:items-end md:justify-between md:gap-8">
          <div className="grid min-w-0 grid-cols-1 justify-items-start gap-2 wrap-anywhere md:shaded md:pb-6 md:text-on-photo">
            {trip.isActive && <Chip look="spot">Active</Chip>}
            <h1 className="poster line-clamp-5 text-5xl md:line-clamp-3 md:text-6xl lg:text-7xl">{trip.name}</h1>
            <p className="font-semibold text-soft md:text-on-photo">
              <span>{trip.location}</span>
              <span className="md:hidden"> · {formatDays(trip.startDate, trip.endDate)}</span>
            </p>
            {squad && (trip.viewer.isInSquad || squad.isPublic) && (
              <Link to={paths.squad(squad.id)} className="-my-2.5 py-2.5 font-semibold underline underline-offset-4">
                {squad.name}
              </Link>
            )}
            <p className="flex flex-wrap gap-x-3 text-sm font-semibold text-soft md:text-on-photo">
              {hashtagsOf(trip.location).map((tag) => (
                <span key={tag}>{tag}</span>
              ))}
            </p>
          </div>
          <p className="edge mb-6 hidden shrink-0 rotate-3 rounded-tile bg-card px-4 py-2.5 font-display text-base font-extrabold text-main shadow-stamp md:block">
            {formatDays(trip.startDate, trip.endDate)}
          </p>
        </div>
      </div>
    </header>
  );
}

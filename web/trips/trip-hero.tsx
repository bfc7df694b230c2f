import type { ReactNode } from "react";
import { formatDays } from "../core/calendar.ts";
import { Link } from "../core/link.tsx";
import { paths } from "../core/paths.ts";
import { Cover } from "../scenes/cover.tsx";
import { Chip } from "../ui/chip.tsx";
import { hashtagsOf } from "./hashtags.ts";
import type { TripScreen } from "./queries.ts";

/** The head of a trip page: cover, name, dates, location, hashtags. On narrow screens the text is below the cover. */
export function TripHero({ screen: { trip, squad } }: { screen: TripScreen }) {
  return (
    <header className="relative md:overflow-hidden">
      <Cover of={trip} size="large" eager className="edge-b h-56 w-full sm:h-72 md:h-[26rem]" />
      <div className="pt-5 md:absolute md:inset-x-0 md:bottom-0 md:pt-0">
        <div className="mx-auto max-w-7xl px-4 sm:px-8 md:flex md:items-end md:justify-between md:gap-8">
          <div className="grid min-w-0 grid-cols-1 gap-3 wrap-anywhere md:shaded md:pb-8 md:text-on-photo">
            <div className="flex flex-wrap gap-2">
              {trip.isActive && <Chip look="spot">Active</Chip>}
              {hashtagsOf(trip.location).map((tag) => (
                <Chip key={tag} className="max-w-full">
                  <span className="truncate leading-normal">{tag}</span>
                </Chip>
              ))}
            </div>
            <h1 className="poster line-clamp-5 text-5xl md:line-clamp-3 md:text-6xl lg:text-7xl">{trip.name}</h1>
            <p className="font-semibold text-soft md:text-on-photo">
              <span>{trip.location}</span>
              <span className="md:hidden"> · {formatDays(trip.startDate, trip.endDate)}</span>
              {squad && (trip.viewer.isInSquad || squad.isPublic) && (
                <>
                  {" · "}
                  <Link to={paths.squad(squad.id)} className="-my-2.5 inline-block py-2.5 underline underline-offset-4">
                    {squad.name}
                  </Link>
                </>
              )}
            </p>
          </div>
          <p className="edge mb-8 hidden shrink-0 rotate-3 rounded-tile bg-card px-4 py-2.5 font-display text-base font-extrabold text-main shadow-stamp md:block">
            {formatDays(trip.startDate, trip.endDate)}
          </p>
        </div>
      </div>
    </header>
  );
}

/** The numbers of a trip's crew, awards and photos. */
export function TripCounts({ screen: { trip } }: { screen: TripScreen }) {
  const counts: readonly (readonly [number, string, string])[] = [
    [trip.memberCount, "crew member", "crew members"],
    [trip.categoryCount, "award category", "award categories"],
    [trip.mediaCount, trip.videoCount === 1 ? "video" : "photo", "photos and videos"],
  ];
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 font-semibold text-soft">
      {counts.map(([count, one, many]) => (
        <li key={many}>
          <Figure>{count}</Figure> {count === 1 ? one : many}
        </li>
      ))}
    </ul>
  );
}

const Figure = ({ children }: { children: ReactNode }) => (
  <span className="steady font-display text-lg font-extrabold text-main">{children}</span>
);

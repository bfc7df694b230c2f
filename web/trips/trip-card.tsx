import { MapPin, Medal, Trophy, Users } from "lucide-react";
import type { ReactNode } from "react";
import type { TripCard as Trip } from "#contract/trips.ts";
import { formatDays } from "../core/calendar.ts";
import { ButtonLink, Link } from "../core/link.tsx";
import { paths } from "../core/paths.ts";
import { Cover } from "../scenes/cover.tsx";
import { Card } from "../ui/card.tsx";
import { Chip } from "../ui/chip.tsx";

/** A trip in a list, with links to its awards and its page. `corner` floats over the photo, for a menu; `links` replace the last link. */
export const TripCard = ({ trip, corner, links }: { trip: Trip; corner?: ReactNode; links?: ReactNode }) => (
  <Card className="relative flex h-full flex-col">
    <Link to={paths.trip(trip.id)} tabIndex={-1} aria-hidden="true" className="edge-b block">
      <Cover of={trip} className="aspect-[8/5] w-full" />
    </Link>
    {corner !== undefined && <div className="absolute top-3 right-3">{corner}</div>}
    {trip.isActive && (
      <Chip look="spot" className="absolute top-3 left-3">
        Active
      </Chip>
    )}
    <div className="relative flex flex-1 flex-col gap-3 p-5 pt-6">
      <p className="edge absolute -top-5 right-4 rotate-2 rounded-tile bg-card px-3 py-1.5 font-display text-sm font-extrabold shadow-stamp">
        {formatDays(trip.startDate, trip.endDate)}
      </p>
      <h3 className="title text-2xl wrap-anywhere">
        <Link to={paths.trip(trip.id)} className="hover:underline">
          {trip.name}
        </Link>
      </h3>
      <div className="grid gap-1 text-soft">
        <p className="flex items-start gap-2">
          <MapPin aria-hidden="true" size={18} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{trip.location}</span>
        </p>
        <p className="flex items-center gap-2">
          <Users aria-hidden="true" size={18} className="shrink-0" />
          {trip.memberCount} crew {trip.memberCount === 1 ? "member" : "members"}
        </p>
      </div>
      <div className="mt-auto flex flex-wrap gap-3 pt-2">
        {trip.allVotingComplete ? (
          <ButtonLink to={paths.ballot(trip.id)} look="win" size="sm" icon={<Medal aria-hidden="true" size={18} />}>
            View Awards
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.ballot(trip.id)} size="sm" icon={<Trophy aria-hidden="true" size={18} />}>
            Vote on Awards
          </ButtonLink>
        )}
        {links ?? (
          <ButtonLink to={paths.trip(trip.id)} look="quiet" size="sm">
            Trip Details
          </ButtonLink>
        )}
      </div>
    </div>
  </Card>
);

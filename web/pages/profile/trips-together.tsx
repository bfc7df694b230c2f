import type { TripCard } from "#contract/trips.ts";
import { formatDays } from "../../core/calendar.ts";
import { Link } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";
import { Cover } from "../../scenes/cover.tsx";

/** The latest trips that have both the person and the viewer on the crew. On their own profile the viewer sees all their trips. */
export function TripsTogether({ trips, total, isMe }: { trips: readonly TripCard[]; total: number; isMe: boolean }) {
  if (trips.length === 0) return null;
  return (
    <section aria-labelledby="trips-together" className="grid content-start gap-4">
      <h2 id="trips-together" className="title text-3xl">
        {isMe ? "Your Trips" : "Trips Together"}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {trips.map((trip) => (
          <li key={trip.id}>
            <Link
              to={paths.trip(trip.id)}
              className="flex items-center gap-3.5 p-2.5 pr-4 -outline-offset-4 hover:bg-tint"
            >
              <Cover of={trip} size="thumb" className="h-14 w-20 shrink-0 rounded-photo" />
              <span className="grid min-w-0 leading-snug wrap-anywhere">
                <span className="font-bold">{trip.name}</span>
                <span className="text-sm text-soft">
                  {trip.location} · {formatDays(trip.startDate, trip.endDate)}
                </span>
              </span>
            </Link>
          </li>
        ))}
        {total > trips.length && <li className="px-4 py-3 text-sm text-soft">and {total - trips.length} earlier</li>}
      </ul>
    </section>
  );
}

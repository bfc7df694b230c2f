import { formatDays } from "../core/calendar.ts";
import { Link } from "../core/link.tsx";
import { paths } from "../core/paths.ts";
import { AwardCard } from "./award-card.tsx";
import type { TripAwards } from "./queries.ts";

/** The awards of one trip, as a section of the page of all awards. */
export const TripAwardsSection = ({ awards: { trip, categories } }: { awards: TripAwards }) => (
  <section aria-labelledby={`trip-${trip.id}`} className="grid gap-4">
    <div className="wrap-anywhere">
      <h2 id={`trip-${trip.id}`} className="title text-3xl">
        <Link to={paths.leaderboard(trip.id)} className="hover:underline">
          {trip.name}
        </Link>
      </h2>
      <p className="font-semibold text-soft">
        {trip.location} · {formatDays(trip.startDate, trip.endDate)}
      </p>
    </div>
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {categories.map((one) => (
        <li key={one.category.id}>
          <AwardCard tripId={trip.id} award={one} />
        </li>
      ))}
    </ul>
  </section>
);

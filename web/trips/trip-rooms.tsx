import { useQuery } from "@tanstack/react-query";
import { Link, paths } from "../core/link.tsx";
import { tripQuery } from "../core/queries.ts";

type Room = "trip" | "costs" | "ballot";

const look =
  "inline-flex min-h-12 items-center border-y-3 border-transparent px-3 font-bold text-soft hover:text-main " +
  "aria-[current]:border-b-action aria-[current]:text-main";

/** The rooms of a trip in a row, of which `here` is open. Costs are there for those who may see them. */
export function TripRooms({ id, here }: { id: string; here: Room }) {
  const { data } = useQuery(tripQuery(id));
  if (!data) return <div className="h-12.25" />;
  const { costBalance, viewer } = data.trip;
  const room = (name: Room, label: string, to = paths[name](id)) => (
    <li className="shrink-0 snap-start">
      <Link to={to} className={look} aria-current={name === here ? "page" : undefined}>
        {label}
      </Link>
    </li>
  );
  return (
    <nav aria-label="This trip" className="border-b border-line">
      <div className="mx-auto max-w-7xl px-4 sm:px-8">
        {/* The words begin where those of the page do. */}
        <ul className="sideways my-0! -ml-3! py-0! [--before:0px]">
          {room("trip", "Photos")}
          {costBalance !== null && room("costs", "Costs")}
          {/* The ballot is for the squad. */}
          {room("ballot", "Awards", viewer.isMember ? undefined : paths.leaderboard(id))}
        </ul>
      </div>
    </nav>
  );
}

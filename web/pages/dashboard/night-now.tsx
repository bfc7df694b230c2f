import type { ReactNode } from "react";
import { shortWhen } from "../../awards/evening.ts";
import { ButtonLink, Link, paths } from "../../core/link.tsx";
import { buttonLook } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { near } from "../../ui/near.tsx";
import type { TripOfNight } from "./next-night.ts";

const NightDetails = near(async () => (await import("./night-details.tsx")).NightDetails);

/** The Awards Night of a trip at the top of the dashboard, with what to do before, during and after it. */
export function NightNow({ trip }: { trip: TripOfNight }) {
  const { id, name, night } = trip;
  const page = paths.night(id);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Chip look="spot">Awards Night</Chip>
        <Chip className="steady">{whenOf(trip)}</Chip>
      </div>
      <h2 className="poster text-5xl wrap-anywhere lg:text-6xl">
        <Link to={page} className="line-clamp-4 hover:underline">
          Awards Night of {name}
        </Link>
      </h2>
      {/* The place of the details is there before they are. */}
      {night.stage !== "live" && (
        <div
          className={night.stage === "planned" && night.startsAt !== null ? "min-h-36 w-full sm:min-h-39" : "min-h-8"}
        >
          <NightDetails trip={trip} />
        </div>
      )}
      <div className="flex flex-wrap gap-3 pt-1">
        <NightStep trip={trip} />
        {/* On a phone the picture and the name are enough. */}
        <ButtonLink to={paths.trip(id)} className="max-sm:hidden">
          View Trip
        </ButtonLink>
      </div>
    </>
  );
}

function whenOf({ night: { stage, startsAt } }: TripOfNight): ReactNode {
  if (stage === "live") return "On now";
  if (stage === "over") return "Over";
  // The server, which draws the head first, does not know the clock of the viewer, and hides what is a time.
  return startsAt === null ? "Sealed" : <time dateTime={startsAt}>{shortWhen(startsAt)}</time>;
}

function NightStep({ trip: { id, night, awardsToVoteOn } }: { trip: TripOfNight }) {
  const { stage, startsAt } = night;
  if (stage === "planned" && (awardsToVoteOn ?? 0) > 0)
    return (
      <ButtonLink to={paths.ballot(id)} look="primary">
        Vote on Awards
      </ButtonLink>
    );
  if (stage === "planned" && startsAt !== null)
    return (
      <a href={`/api/trips/${id}/night/calendar`} download="awards-night.ics" className={buttonLook("primary")}>
        Add to Calendar
      </a>
    );
  if (stage === "over")
    return (
      <ButtonLink to={paths.night(id, "replay")} look="primary">
        Replay
      </ButtonLink>
    );
  return (
    <ButtonLink to={paths.night(id)} look="primary">
      {stage === "live" ? "Join the Show" : "See You at Awards Night"}
    </ButtonLink>
  );
}

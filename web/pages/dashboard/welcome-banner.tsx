import type { User } from "#contract/people.ts";
import type { Squad } from "#contract/squads.ts";
import type { TripCard } from "#contract/trips.ts";
import { dayOf, today } from "../../core/calendar.ts";
import { ButtonLink } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";
import { scenes } from "../../scenes/scenes.ts";
import { daysUntil } from "./days-until.ts";

/** Greets the viewer, and suggests a next step with a button for it. */
export function WelcomeBanner({
  user,
  trips,
  squads,
}: {
  user: User;
  trips: readonly TripCard[];
  squads: readonly Squad[];
}) {
  const { line, action } = chooseNextStep(trips, squads, today());
  // A person who has only the example, or nothing, is new.
  const isNew = squads.every(({ isDemo }) => isDemo) && trips.every(({ squadId }) => squadId !== null);
  return (
    <section className="edge-b relative isolate overflow-hidden">
      <img
        src={scenes.dawn}
        alt=""
        width={600}
        height={450}
        className="absolute top-0 right-0 -z-10 h-36 w-full object-cover object-[50%_45%] lg:h-full lg:w-1/2"
      />
      <div className="absolute top-0 right-0 -z-10 h-36 w-full bg-linear-to-t from-page to-transparent to-70% lg:h-full lg:w-1/2 lg:bg-linear-to-r" />
      <div className="mx-auto grid max-w-7xl justify-items-start gap-4 px-4 pt-28 pb-8 sm:px-8 lg:py-16">
        <h1 className="poster max-w-xl text-5xl lg:text-6xl">
          Welcome{!isNew && " back"}, {user.firstName}!
        </h1>
        <p className="max-w-md text-lg text-soft wrap-anywhere">{line}</p>
        {action}
      </div>
    </section>
  );
}

function chooseNextStep(trips: readonly TripCard[], squads: readonly Squad[], day: string) {
  const byStart = trips.toSorted((a, b) => a.startDate.localeCompare(b.startDate));
  const running = byStart.find(({ isActive }) => isActive);
  if (running)
    return {
      line: `${running.name} is on right now. Do not let the photos dry on the phone.`,
      action: (
        <ButtonLink to={paths.trip(running.id, "upload")} look="primary">
          Add Photos
        </ButtonLink>
      ),
    };
  const coming = byStart.find(({ startDate }) => dayOf(startDate) > day);
  if (coming)
    return {
      line: `${countdown(daysUntil(coming.startDate, day))} until ${coming.name}.`,
      action: (
        <ButtonLink to={paths.trip(coming.id)} look="primary">
          View Trip
        </ButtonLink>
      ),
    };
  const squad = squads.find(({ isDemo }) => !isDemo);
  if (squad)
    return {
      line: "No trip on the horizon. Somebody has to name a date first.",
      action: (
        <ButtonLink to={paths.squad(squad.id, "trip")} look="primary">
          Plan a trip
        </ButtonLink>
      ),
    };
  if (squads.length > 0)
    return {
      line: "Look around the example, and vote on its last awards. Then make a squad of your own.",
      action: createSquad,
    };
  return {
    line: "Every legend starts with a squad. Make yours, and send the link to your friends.",
    action: createSquad,
  };
}

const createSquad = (
  <ButtonLink to={paths.createSquad} look="primary">
    Create a Squad
  </ButtonLink>
);

const countdown = (days: number) => (days === 1 ? "One more sleep" : `${days} more sleeps`);

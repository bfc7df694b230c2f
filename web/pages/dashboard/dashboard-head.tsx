import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import type { User } from "#contract/people.ts";
import type { Stats } from "#contract/overviews.ts";
import type { Squad } from "#contract/squads.ts";
import type { BriefTrip } from "#contract/trips.ts";
import { plural } from "#contract/locale.ts";
import { formatDays, today } from "../../core/calendar.ts";
import { ButtonLink, Link, paths } from "../../core/link.tsx";
import { NewChip } from "../../media/seen/new-chip.tsx";
import { Cover } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { daysOf } from "../../trips/days.ts";
import { tripStepsOf } from "../../trips/next-step.ts";
import { StepButton } from "../../trips/step-button.tsx";
import { Avatar, type Face } from "../../ui/avatar.tsx";
import { Chip } from "../../ui/chip.tsx";
import { near } from "../../ui/near.tsx";
import { daysUntil } from "./days-until.ts";
import { Figures } from "./figures.tsx";
import type { TripOfNight } from "./next-night.ts";
import { type NextTrip, mayInviteFrom } from "./next-trip.ts";
import { NightNow } from "./night-now.tsx";

const Winners = near(async () => (await import("./winners.tsx")).Winners);

interface HeadProps {
  readonly night: TripOfNight | undefined;
  readonly next: NextTrip | undefined;
  readonly user: User;
  readonly trips: readonly BriefTrip[];
  readonly nextTrips: string | null;
  readonly squads: readonly Squad[];
  readonly lastUploaders: Answer<Calls["GET /api/dashboard"]>["lastUploaders"];
  readonly stats: Stats;
}

/** The top of the dashboard: an evening that is near, else the running, next or last trip with what to do on it; without a trip, the first step. */
export function DashboardHead({ night, next, user, trips, nextTrips, squads, lastUploaders, stats }: HeadProps) {
  const shown = night ?? next?.trip;
  // A person who has only the example, or nothing, is new.
  const isNew = !nextTrips && squads.every(({ isDemo }) => isDemo) && trips.every(({ squadId }) => squadId !== null);
  return (
    <section data-grows className="edge-b relative isolate overflow-hidden">
      {shown ? (
        <Link to={paths[night ? "night" : "trip"](shown.id)} tabIndex={-1} aria-hidden="true">
          <Cover of={shown} size="large" sizes="(min-width: 64rem) 50vw, 100vw" eager className={picture} />
        </Link>
      ) : (
        <img src={scenes.dawn} alt="" width={600} height={450} className={picture} />
      )}
      <div className="pointer-events-none absolute top-0 left-1/2 -z-10 hidden h-full w-40 bg-linear-to-r from-page to-transparent lg:block" />
      {/* Lets presses through to the picture. */}
      <div className="pointer-events-none mx-auto max-w-7xl px-4 pt-56 pb-7 sm:px-8 sm:pt-72 lg:grid lg:min-h-100 lg:grid-cols-2 lg:items-center lg:py-12">
        <div className="pointer-events-auto grid min-w-0 grid-cols-1 justify-items-start gap-4 lg:pr-10">
          <h1 className="text-lg font-semibold text-soft">
            Welcome{!isNew && " back"}, {user.firstName}!
          </h1>
          {night ? (
            <NightNow trip={night} />
          ) : next ? (
            <TripNow
              next={next}
              isNew={isNew}
              mayInvite={mayInviteFrom(squads, next.trip)}
              faces={lastUploaders.find(({ tripId }) => tripId === next.trip.id)?.people ?? []}
            />
          ) : (
            <FirstStep squad={squads.find(({ isDemo }) => !isDemo)} />
          )}
          {trips.length > 0 && <Figures stats={stats} />}
        </div>
      </div>
    </section>
  );
}

const picture =
  "absolute top-0 right-0 -z-10 h-48 w-full object-cover sm:h-64 lg:h-full lg:w-1/2 max-lg:border-b-[1.5px] max-lg:border-edge";

function TripNow({
  next: { is, trip },
  isNew,
  mayInvite,
  faces,
}: {
  next: NextTrip;
  isNew: boolean;
  mayInvite: boolean;
  faces: readonly Face[];
}) {
  const left = is === "before" ? 0 : (trip.awardsToVoteOn ?? 0);
  const [step] = tripStepsOf(trip, { isMember: true, mayInvite }, today());
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {isNew && <Chip look="spot">Example</Chip>}
        {is === "during" && <Chip look="spot">Active</Chip>}
        {is !== "before" && <Chip className="steady">{dayLineOf(trip)}</Chip>}
        <NewChip count={trip.newPhotos} />
      </div>
      <h2 className="poster text-5xl wrap-anywhere lg:text-6xl">
        <Link to={paths.trip(trip.id)} className="line-clamp-3 hover:underline">
          {trip.name}
        </Link>
      </h2>
      <p className="font-semibold text-soft wrap-anywhere">
        {trip.location} · {formatDays(trip.startDate, trip.endDate)}
      </p>
      <p className="max-w-md text-lg text-soft wrap-anywhere">{lineOf(is, trip, isNew)}</p>
      {is === "after" && trip.allVotingComplete && (
        // The place of the winners is there before they are.
        <div className="min-h-34">
          <Winners tripId={trip.id} />
        </div>
      )}
      {is !== "after" && faces.length > 0 && (
        <p className="flex items-center gap-3 text-sm font-semibold text-soft">
          <span className="flex -space-x-2">
            {faces.map((person) => (
              <Avatar key={person.id} person={person} size="sm" />
            ))}
          </span>
          <span className="min-w-0 wrap-anywhere">{faces[0]?.firstName} added photos last</span>
        </p>
      )}
      <div className="flex flex-wrap gap-3 pt-1">
        {isNew ? createSquad : step && <StepButton trip={trip} step={step} isNext />}
        {left > 0 && (is === "during" || isNew) && (
          <ButtonLink to={paths.ballot(trip.id)}>
            {plural(left, { one: `${left} award left`, other: `${left} awards left` })}
          </ButtonLink>
        )}
        {/* On a phone the picture and the name are enough. */}
        <ButtonLink to={paths.trip(trip.id)} className="max-sm:hidden">
          View Trip
        </ButtonLink>
      </div>
    </>
  );
}

/** "Day 3 of 8" of a running trip; "8 days" of one that is over. */
function dayLineOf({ startDate, endDate, isActive }: BriefTrip): string {
  const days = daysOf(startDate, endDate);
  // The server's day decides whether a trip runs, and the browser's may be another.
  const day = Math.min(days, Math.max(1, 1 - daysUntil(startDate, today())));
  return isActive ? `Day ${day} of ${days}` : plural(days, { one: `${days} day`, other: `${days} days` });
}

function lineOf(is: NextTrip["is"], trip: BriefTrip, isNew: boolean): string {
  if (isNew) return "Look around the example: vote on its last awards, and host its Awards Night.";
  if (is === "during") return "On right now. Do not let the photos dry on the phone.";
  if (is === "before") return `${countdown(daysUntil(trip.startDate, today()))}.`;
  if ((trip.awardsToVoteOn ?? 0) > 0) return "The boards are dry. Your votes are still missing.";
  if (trip.allVotingComplete) return "The votes are counted. These are the legends.";
  return "The boards are dry. What stays are the photos.";
}

const countdown = (days: number) =>
  days === 0 ? "Today is the day" : plural(days, { one: "One more sleep", other: `${days} more sleeps` });

const createSquad = (
  <ButtonLink to={paths.createSquad} look="primary">
    Create a Squad
  </ButtonLink>
);

/** What a person without any trip does first: make a squad, bring people to it, and then name a date. */
function FirstStep({ squad }: { squad: Squad | undefined }) {
  const isAlone = squad?.memberCount === 1;
  return (
    <>
      <p className="poster max-w-xl text-4xl lg:text-5xl">
        {!squad ? "Every legend starts with a squad." : isAlone ? "Now bring your crew." : "No trip on the horizon."}
      </p>
      <p className="max-w-md text-lg text-soft wrap-anywhere">
        {!squad
          ? "Make yours, and send the link to your friends."
          : isAlone
            ? `${squad.name} is ready. Send the link to your friends.`
            : "Somebody has to name a date first."}
      </p>
      {squad ? (
        <div className="flex flex-wrap gap-3">
          {isAlone && (
            <ButtonLink to={paths.squad(squad.id, "invite")} look="primary">
              Invite Members
            </ButtonLink>
          )}
          <ButtonLink to={paths.squad(squad.id, "trip")} look={isAlone ? "plain" : "primary"}>
            New Trip
          </ButtonLink>
        </div>
      ) : (
        createSquad
      )}
    </>
  );
}

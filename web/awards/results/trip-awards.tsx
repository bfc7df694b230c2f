import { ChevronDown } from "lucide-react";
import type { TripAwards } from "#contract/awards.ts";
import type { NightTime } from "#contract/night-time.ts";
import { formatDays, today } from "../../core/calendar.ts";
import { ButtonLink, Link, TextLink, paths } from "../../core/link.tsx";
import { needsVotes, votedWords } from "../by-need.ts";
import { WinnerCards } from "./winner-cards.tsx";
import { Card } from "../../ui/card.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { CategoryBadge } from "../categories/category-badge.tsx";
import { shortWhen, whenVoted } from "../evening.ts";
import { confirmedOnlyWords, missingOf, openWords, percentOf, receivedWords } from "../progress-words.ts";
import type { Award } from "../queries.ts";

/** The awards of one trip, as a section of the page of all awards: the winners first, then the open ones. */
export function TripAwardsSection({ awards }: { awards: TripAwards }) {
  const { trip, categories } = awards;
  const open = categories.filter(({ votingProgress }) => !votingProgress.isComplete);
  return (
    <section aria-labelledby={`trip-${trip.id}`} className="grid gap-5">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
          <h2 id={`trip-${trip.id}`} className="title text-3xl">
            <Link to={paths.leaderboard(trip.id)} className="-my-1 inline-block py-1 hover:underline">
              {trip.name}
            </Link>
          </h2>
          <p className="font-semibold text-soft">
            {trip.location} · {formatDays(trip.startDate, trip.endDate)}
            {trip.confirmedOnly && ` · ${confirmedOnlyWords}`}
          </p>
        </div>
        {open.length > 0 && <NextStep awards={awards} />}
      </div>
      <WinnerCards awards={awards} />
      {open.length > 0 && <OpenAwards tripId={trip.id} awards={open} night={awards.night} />}
    </section>
  );
}

/** What the viewer does next with the open awards of a trip: watch the show, vote, or wait for the others or the night. */
function NextStep({ awards }: { awards: TripAwards }) {
  const stage = awards.night?.stage;
  if (stage === "live" || stage === "closed") {
    return (
      <ButtonLink to={paths.night(awards.trip.id)} look={stage === "live" ? "primary" : "plain"}>
        {stage === "live" ? "Join the Show" : "See You at Awards Night"}
      </ButtonLink>
    );
  }
  if (awards.awardsToVoteOn > 0) {
    return (
      <ButtonLink to={paths.ballot(awards.trip.id)} look={needsVotes(awards, today()) ? "primary" : "plain"}>
        Cast Your Vote
      </ButtonLink>
    );
  }
  const words = [awards.isCrew && "You are done", votedWords(awards)].filter(Boolean);
  return <p className="steady py-2 font-semibold text-soft">{words.join(" · ")}</p>;
}

/** The open awards of a trip, each as one line that unfolds, and when a planned night reveals them. */
function OpenAwards({ tripId, awards, night }: { tripId: string; awards: readonly Award[]; night: NightTime | null }) {
  const isPlanned = night?.stage === "planned";
  const isSealed = isPlanned && awards.every(({ votingProgress }) => missingOf(votingProgress) === 0);
  const isClosed = night?.stage === "closed" || night?.stage === "live";
  const startsAt = night?.startsAt ?? null;
  const when = startsAt === null ? whenVoted : <time dateTime={startsAt}>{shortWhen(startsAt)}</time>;
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 px-4 pt-2">
        <h3 className="title py-2 text-xl">
          {isSealed ? <>Sealed until Awards Night · {when}</> : isClosed ? "Voting is closed" : "Voting in Progress"}
        </h3>
        {isPlanned && !isSealed && <p className="text-soft">Results come out at Awards Night, {when}</p>}
        {isPlanned && (
          <TextLink to={paths.night(tripId)} className="inline-flex min-h-11 items-center">
            {startsAt === null ? "Awards Night" : "See the Countdown"}
          </TextLink>
        )}
      </div>
      <ul className="divide-y divide-line">
        {awards.map((one) => (
          <li key={one.category.id}>
            <OpenAward award={one} night={night} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function OpenAward({
  award: { category, votingProgress: progress },
  night,
}: {
  award: Award;
  night: NightTime | null;
}) {
  const words = receivedWords(progress);
  return (
    <details className="group">
      <summary className="grid min-h-16 list-none grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 -outline-offset-4 hover:bg-tint md:grid-cols-[auto_minmax(0,1fr)_14rem_14rem_auto] md:gap-x-5 [&::-webkit-details-marker]:hidden">
        <CategoryBadge category={category} size="sm" className="max-md:row-span-3" />
        <h4 className="text-lg leading-snug font-bold wrap-anywhere">{category.name}</h4>
        <ProgressBar
          value={progress.votesReceived}
          max={progress.totalVotesNeeded}
          label="Votes received"
          text={words}
          className="max-md:order-3 max-md:h-2.5"
        />
        <span className="steady flex justify-between gap-3 text-sm text-soft max-md:order-2">
          <span>{words}</span>
          <span>{percentOf(progress)}%</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          size={20}
          className="transition-transform group-open:rotate-180 max-md:col-start-3 max-md:row-span-3 max-md:row-start-1"
        />
      </summary>
      <div className="grid gap-1 px-4 pb-4 pl-17 wrap-anywhere md:pl-19">
        {category.description && <p>{category.description}</p>}
        <p className="text-sm text-soft">{openWords(progress, night)}</p>
      </div>
    </details>
  );
}

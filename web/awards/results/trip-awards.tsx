import type { TripAwards } from "#contract/awards.ts";
import { formatDays, today } from "../../core/calendar.ts";
import { ButtonLink, Link } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";
import { needsVotes, votedWords } from "../by-need.ts";
import { OpenAwards } from "./open-awards.tsx";
import { WinnerCards } from "./winner-cards.tsx";

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

import type { VotingProgress } from "#contract/awards.ts";
import type { NightTime } from "#contract/night-time.ts";
import { ButtonLink } from "../../core/link.tsx";
import { paths } from "../../core/paths.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { formatEvening } from "../evening.ts";
import { heldWords, missingOf, moreNeeded, percentOf, receivedWords } from "../progress-words.ts";

/** The notice of an open award: its number of votes. */
export const VotingInProgress = ({
  tripId,
  night,
  progress,
  mayVote,
}: {
  tripId: string;
  night: NightTime | null;
  progress: VotingProgress;
  mayVote: boolean;
}) => {
  const isNight = night !== null && night.stage !== "over";
  const isOpen = !isNight || night.stage === "planned";
  return (
    <div className="grid gap-3">
      <div>
        <p className="font-bold">{isOpen ? "Voting in Progress" : "Voting is closed"}</p>
        <p className="text-soft">
          {isNight
            ? `Results come out at Awards Night, ${formatEvening(night.startsAt)}`
            : progress.isHeld
              ? heldWords
              : "Results will be revealed when all members have voted"}
        </p>
      </div>
      <VoteMeter progress={progress} />
      {isOpen && missingOf(progress) > 0 && <p className="steady text-sm font-semibold">{moreNeeded(progress)}</p>}
      {mayVote && (
        <ButtonLink to={paths.ballot(tripId)} size="sm" className="w-fit">
          Cast Your Vote
        </ButtonLink>
      )}
    </div>
  );
};

/** "3 of 6 votes received", the percentage, and a bar. */
function VoteMeter({ progress }: { progress: Pick<VotingProgress, "votesReceived" | "totalVotesNeeded"> }) {
  const words = receivedWords(progress);
  return (
    <div className="grid gap-1.5">
      <div className="steady flex justify-between gap-3 text-sm text-soft">
        <span>{words}</span>
        <span>{percentOf(progress)}%</span>
      </div>
      <ProgressBar value={progress.votesReceived} max={progress.totalVotesNeeded} label="Votes received" text={words} />
    </div>
  );
}

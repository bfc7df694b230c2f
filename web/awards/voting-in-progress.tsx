import type { VotingProgress } from "#contract/awards.ts";
import { ButtonLink } from "../core/link.tsx";
import { paths } from "../core/paths.ts";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { moreNeeded, percentOf, receivedWords } from "./progress-words.ts";

/** The notice of an open award: its number of votes. */
export const VotingInProgress = ({
  tripId,
  progress,
  mayVote,
}: {
  tripId: string;
  progress: VotingProgress;
  mayVote: boolean;
}) => (
  <div className="grid gap-3">
    <div>
      <p className="font-bold">Voting in Progress</p>
      <p className="text-soft">Results will be revealed when all members have voted</p>
    </div>
    <VoteMeter progress={progress} />
    <p className="steady text-sm font-semibold">{moreNeeded(progress)}</p>
    {mayVote && (
      <ButtonLink to={paths.ballot(tripId)} size="sm" className="w-fit">
        Cast Your Vote
      </ButtonLink>
    )}
  </div>
);

/** "3 of 6 votes received", the percentage, and a bar. */
export function VoteMeter({ progress }: { progress: Pick<VotingProgress, "votesReceived" | "totalVotesNeeded"> }) {
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

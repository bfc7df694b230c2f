import { useInfiniteQuery } from "@tanstack/react-query";
import type { NightTime } from "#contract/night-time.ts";
import type { VotingProgress } from "#contract/awards.ts";
import { Card } from "../../ui/card.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { CategoryBadge } from "../categories/category-badge.tsx";
import { countWords } from "../count-words.ts";
import { NomineeAvatar, NomineeName } from "../nominee.tsx";
import {
  closedWords,
  heldWords,
  missingOf,
  moreNeeded,
  percentOf,
  receivedWords,
  uncountedWords,
} from "../progress-words.ts";
import { type Award, leaderboardQuery } from "../queries.ts";
import { Medal, type Rank } from "../../accounts/people/medal.tsx";
import { ButtonLink, paths } from "../../core/link.tsx";
import { LoadFailed } from "../../core/load-failed.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { formatEvening, whenVoted } from "../evening.ts";

/** An award: its ranking, or the progress of its vote. */
export function RankingPanel({
  tripId,
  one: { category, votingProgress: progress },
  night,
  mayVote,
}: {
  tripId: string;
  one: Award;
  night: NightTime | null;
  mayVote: boolean;
}) {
  return (
    <Card className="grid gap-4 p-5">
      <div className="flex items-center gap-3.5">
        <CategoryBadge category={category} />
        <div className="min-w-0">
          <h3 className="title text-2xl wrap-anywhere">{category.name}</h3>
          {category.description && <p className="wrap-anywhere text-soft">{category.description}</p>}
        </div>
      </div>
      {progress.isUncounted ? (
        <p className="font-semibold">{[uncountedWords, closedWords(progress)].filter(Boolean).join(" ")}</p>
      ) : progress.isComplete ? (
        <Ranking tripId={tripId} categoryId={category.id} />
      ) : (
        <VotingInProgress tripId={tripId} night={night} progress={progress} mayVote={mayVote} />
      )}
    </Card>
  );
}

function Ranking({ tripId, categoryId }: { tripId: string; categoryId: string }) {
  const board = useInfiniteQuery(leaderboardQuery(tripId, categoryId));
  if (!board.data) {
    return board.isError ? (
      <LoadFailed of={board} title="This ranking did not load" />
    ) : (
      <Loading label="Loading the ranking..." className="grid gap-2" each="h-16" count={3} />
    );
  }
  const entries = board.data.pages.flatMap(({ rows }) => rows);
  if (entries.length === 0) return <p className="text-soft">No votes cast yet for this category</p>;
  return (
    <>
      <ol className="grid gap-1">
        {entries.map(({ user, voteCount, rank }, place) => (
          <li
            key={user?.id ?? place}
            className="relative flex items-center gap-3 border-t border-line py-2.5 first:border-t-0"
          >
            <span className="sr-only">Rank {rank}</span>
            <RankMedal rank={rank} />
            <NomineeAvatar user={user} />
            <span className="grid min-w-0 flex-1 leading-snug">
              <NomineeName user={user} className="truncate font-bold after:absolute after:inset-0" />
              <span className="truncate text-sm text-soft">{user?.bio || "Crew member"}</span>
            </span>
            <span className="steady shrink-0 font-semibold">{countWords(voteCount)}</span>
          </li>
        ))}
      </ol>
      {board.hasNextPage && <LoadMore list={board} what="ranks" />}
    </>
  );
}

const isMedal = (rank: number): rank is Rank => rank === 1 || rank === 2 || rank === 3;

/** A rank in a list: a medal for the first three, else the number. Screen readers skip it. */
const RankMedal = ({ rank }: { rank: number }) =>
  isMedal(rank) ? (
    <Medal rank={rank} face={rank} />
  ) : (
    <span
      aria-hidden="true"
      className="steady grid size-11 shrink-0 place-items-center font-display text-lg font-extrabold text-soft"
    >
      {rank}
    </span>
  );

/** The notice of an open award: its number of votes. */
const VotingInProgress = ({
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
  const when = typeof night?.startsAt === "string" ? formatEvening(night.startsAt) : whenVoted;
  return (
    <div className="grid gap-3">
      <div>
        <p className="font-bold">{isOpen ? "Voting in Progress" : "Voting is closed"}</p>
        <p className="text-soft">
          {isNight
            ? `Results come out at Awards Night, ${when}`
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

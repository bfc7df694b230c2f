import { ButtonLink, TextLink } from "../core/link.tsx";
import { paths } from "../core/paths.ts";
import { Card } from "../ui/card.tsx";
import { Chip } from "../ui/chip.tsx";
import { paintOf } from "./colors.ts";
import { CategoryIcon } from "./icons.tsx";
import { MedalEmoji } from "./medal-emoji.tsx";
import { NomineeAvatar, NomineeName } from "./nominee.tsx";
import { waitingFor } from "./progress-words.ts";
import type { TripAwards } from "./queries.ts";
import { VotingComplete } from "./voting-complete.tsx";
import { VoteMeter } from "./voting-in-progress.tsx";

type Award = TripAwards["categories"][number];

/** How many lines of the leaderboard a card shows. */
const maxLines = 3;

/** An award in a list: the top of its leaderboard, or the progress of its vote. */
export const AwardCard = ({ tripId, award }: { tripId: string; award: Award }) => (
  <Card sticker={award.votingProgress.isComplete} className="flex h-full flex-col">
    <div style={paintOf(award.category.color)} className="edge-b flex items-center gap-3 p-4">
      <CategoryIcon icon={award.category.icon} size={28} />
      <div className="min-w-0 leading-snug">
        <h3 className="title text-xl wrap-anywhere">{award.category.name}</h3>
        {!award.votingProgress.isComplete && (
          <p className="line-clamp-2 text-sm font-medium wrap-anywhere">{award.category.description}</p>
        )}
      </div>
    </div>
    {award.votingProgress.isComplete ? (
      <>
        <Winners tripId={tripId} board={award.leaderboard} />
        {award.leaderboard.length > 0 && (
          <div className="p-4 pt-2">
            <VotingComplete
              votes={award.votingProgress.votesReceived}
              isClosed={award.votingProgress.isClosed}
              results={paths.leaderboard(tripId, award.category.id)}
            />
          </div>
        )}
      </>
    ) : (
      <div className="grid flex-1 content-start gap-3 p-4">
        <p className="font-bold">Voting in Progress</p>
        <VoteMeter progress={award.votingProgress} />
        <p className="text-sm text-soft">{waitingFor(award.votingProgress)}</p>
        <ButtonLink to={paths.ballot(tripId)} size="sm" className="mt-1 w-fit">
          Cast Your Vote
        </ButtonLink>
      </div>
    )}
  </Card>
);

function Winners({ tripId, board }: { tripId: string; board: Award["leaderboard"] }) {
  if (board.length === 0) {
    return (
      <div className="grid flex-1 content-start gap-1 p-4">
        <p className="text-soft">No votes yet</p>
        <TextLink to={paths.ballot(tripId)} className="w-fit">
          Vote Now
        </TextLink>
      </div>
    );
  }
  return (
    <ol className="grid flex-1 content-start p-2">
      {board.slice(0, maxLines).map(({ user, voteCount, rank }, place) => (
        <li key={user?.id ?? place} className="relative flex min-h-14 items-center gap-3 px-2 py-1.5">
          <MedalEmoji rank={rank} />
          <NomineeAvatar user={user} />
          <span className="grid min-w-0 flex-1 leading-snug">
            <NomineeName user={user} className="truncate font-bold after:absolute after:inset-0" />
            <span className="steady text-sm text-soft">
              {voteCount} {voteCount === 1 ? "vote" : "votes"}
            </span>
          </span>
          {rank === 1 && <Chip look="spot">Winner</Chip>}
        </li>
      ))}
    </ol>
  );
}

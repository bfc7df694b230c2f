import type { VotingProgress } from "#contract/awards.ts";
import { type Path, TextLink, paths } from "../../core/link.tsx";
import { cx } from "../../ui/class-names.ts";
import { closedWords, uncountedWords } from "../progress-words.ts";

/** The notice of a complete award. Its link leads to `results`, by default the page of all awards. */
export const VotingComplete = ({
  progress,
  results = paths.awards,
  isCompact = false,
}: {
  progress: VotingProgress;
  results?: Path;
  /** Running text at the foot of a card, beside the results. */
  isCompact?: boolean;
}) => (
  <div
    className={cx(
      isCompact
        ? "relative min-h-11 border-t border-line px-4 py-2.5 text-sm text-soft *:inline [&>p]:after:content-['_']"
        : "grid justify-items-center gap-1 rounded-tile bg-tint p-4 text-center",
    )}
  >
    <p className="font-bold">Voting Complete!</p>
    <p className="steady text-sm">
      {progress.isUncounted
        ? uncountedWords
        : isCompact
          ? `All ${progress.votesReceived} votes are in.`
          : `All ${progress.votesReceived} votes are in. Check the leaderboard to see the results!`}
    </p>
    {progress.isClosed && <p className="text-sm">{closedWords(progress) ?? "Voting on this award is closed."}</p>}
    {!progress.isUncounted && (
      // On a card a press anywhere on the notice follows it.
      <TextLink
        to={results}
        className={cx("text-sm whitespace-nowrap", isCompact ? "after:absolute after:inset-0" : "py-3")}
      >
        View Results
      </TextLink>
    )}
  </div>
);

import { TextLink } from "../core/link.tsx";
import { type Path, paths } from "../core/paths.ts";
import { cx } from "../ui/class-names.ts";

/** The notice of a complete award. Its link leads to `results`, by default the page of all awards. */
export const VotingComplete = ({
  votes,
  isClosed,
  results = paths.awards,
  isCompact = false,
}: {
  votes: number;
  isClosed: boolean;
  results?: Path;
  /** Running text at the foot of a card. */
  isCompact?: boolean;
}) => (
  <div
    className={cx(
      isCompact
        ? "border-t border-line px-4 py-2.5 text-sm text-soft *:inline *:after:content-['_']"
        : "grid justify-items-center gap-1 rounded-tile bg-tint p-4 text-center",
    )}
  >
    <p className="font-bold">Voting Complete!</p>
    <p className="steady text-sm">All {votes} votes are in. Check the leaderboard to see the results!</p>
    {isClosed && <p className="text-sm">Voting on this award is closed.</p>}
    <TextLink to={results} className="text-sm whitespace-nowrap">
      View Results
    </TextLink>
  </div>
);

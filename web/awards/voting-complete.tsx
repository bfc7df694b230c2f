import { TextLink } from "../core/link.tsx";
import { type Path, paths } from "../core/paths.ts";

/** The notice of a complete award. Its link leads to `results`, the page of all awards unless it says otherwise. */
export const VotingComplete = ({
  votes,
  isClosed,
  results = paths.awards,
}: {
  votes: number;
  isClosed: boolean;
  results?: Path;
}) => (
  <div className="grid justify-items-center gap-1 rounded-tile bg-tint p-4 text-center">
    <p className="font-bold">Voting Complete!</p>
    <p className="steady text-sm">All {votes} votes are in. Check the leaderboard to see the results!</p>
    {isClosed && <p className="text-sm">Voting on this award is closed.</p>}
    <TextLink to={results} className="text-sm">
      View Results
    </TextLink>
  </div>
);

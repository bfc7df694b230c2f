import { TextLink } from "../core/link.tsx";
import { paths } from "../core/paths.ts";

/** The notice of a complete award. */
export const VotingComplete = ({ votes, isClosed = false }: { votes: number; isClosed?: boolean }) => (
  <div className="grid justify-items-center gap-1 rounded-tile bg-tint p-4 text-center">
    <p className="font-bold">Voting Complete!</p>
    <p className="steady text-sm">
      {isClosed && "Voting on this award is closed. "}
      All {votes} votes are in. Check the leaderboard to see the results!
    </p>
    <TextLink to={paths.awards} className="text-sm">
      View Results
    </TextLink>
  </div>
);

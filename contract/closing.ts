/** Votes that an organizer needs to close an award in a crew larger than this. */
const minVotesToClose = 3;

/**
 * Why an award cannot be closed yet, or null. An early close of fewer votes would show single ballots. Void ballots count, because the
 * answer would tell of them otherwise.
 */
export function reasonToStayOpen(votesReceived: number, crewCount: number): string | null {
  const isSmall = crewCount <= minVotesToClose;
  const needed = isSmall ? Math.max(1, crewCount - 1) : minVotesToClose;
  if (votesReceived >= needed) return null;
  return isSmall
    ? "All but one of the crew have to vote before this award can be closed. With fewer votes, everyone could see whose they are."
    : "This award can be closed once it has three votes. With fewer votes, everyone could see whose they are.";
}

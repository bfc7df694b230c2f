/** In a crew of more people than this, an award needs this many votes before an organizer can close it. */
const minVotesToClose = 3;

/**
 * Returns why an award cannot be closed yet, or null. With fewer votes the counts would show single ballots. Void
 * ballots count, because otherwise the answer would show that there are some.
 */
export function reasonToStayOpen(votesReceived: number, crewCount: number): string | null {
  const isSmall = crewCount <= minVotesToClose;
  const needed = isSmall ? Math.max(1, crewCount - 1) : minVotesToClose;
  if (votesReceived >= needed) return null;
  return isSmall
    ? "All but one of the crew have to vote before this award can be closed. With fewer votes, everyone could see whose they are."
    : "This award can be closed once it has three votes. With fewer votes, everyone could see whose they are.";
}

/** What an organizer knows of an open award before they close it. Void ballots and skips count: otherwise the refusal would tell of them. */
export interface ClosingFacts {
  readonly votesReceived: number;
  /** The ballots of others than the organizer who have been on the crew for a day. */
  readonly settledVotes: number;
  readonly crewCount: number;
  /** The crew at its largest since the first ballot. */
  readonly largestCrew: number;
}

/** In a smaller crew nobody can close an award early, and an award takes this many settled votes. */
const minVotesToClose = 3;

/** Returns why an organizer cannot close an award yet, or null. With fewer votes the organizer could see single ballots. */
export function reasonToStayOpen(facts: ClosingFacts): string | null {
  const { votesReceived, settledVotes, crewCount, largestCrew } = facts;
  if (crewCount <= minVotesToClose)
    return "A crew of three or fewer cannot close an award early: everyone could see whose votes they are.";
  if (settledVotes < minVotesToClose)
    return "This award can be closed once three others who have been on the crew for a day have voted. With fewer votes, you could see whose they are.";
  if (2 * votesReceived < largestCrew)
    return "This award can be closed once half of the crew has voted. With fewer votes, you could see whose they are.";
  return null;
}

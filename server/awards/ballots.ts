import type { Person } from "#contract/people.ts";

/** Whether a crew member may vote. Someone without a ballot in a complete award joined the crew later. */
export const mayStillVote = (award: { isClosed: boolean; isComplete: boolean }, hasVoted: boolean): boolean =>
  !award.isClosed && (!award.isComplete || hasVoted);

/** What the progress of an award follows from. */
export interface ProgressFacts {
  readonly votesReceived: number;
  readonly crewCount: number;
  readonly isComplete: boolean;
  readonly isClosed: boolean;
  /** The trip has a night, for which the results wait. */
  readonly hasNight: boolean;
  /** The award ended with too few choices, which nobody counted. */
  readonly isUncounted: boolean;
  /** The organizer who closed the vote. */
  readonly closedBy: Person | null;
}

/** The progress of an award. A complete award needed exactly the votes it received. */
export function progressOf(award: ProgressFacts) {
  const { votesReceived, crewCount, isComplete: done, isClosed, hasNight, isUncounted, closedBy } = award;
  const isHeld = !done && !hasNight && crewCount > 0 && votesReceived >= crewCount;
  return {
    votesReceived,
    totalVotesNeeded: done ? votesReceived : crewCount,
    isComplete: done,
    isClosed,
    ...(isHeld && { isHeld }),
    ...(closedBy && { closedBy }),
    ...(isUncounted && { isUncounted }),
  };
}

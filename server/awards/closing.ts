import { textOf } from "#contract/refusal-texts.ts";
import type { PlainKey } from "#contract/refusals.ts";

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
export function reasonToStayOpen(facts: ClosingFacts): PlainKey | null {
  const { votesReceived, settledVotes, crewCount, largestCrew } = facts;
  if (crewCount <= minVotesToClose) return "crew_too_small_to_close";
  if (settledVotes < minVotesToClose) return "too_few_settled_votes_to_close";
  if (2 * votesReceived < largestCrew) return "too_few_votes_to_close";
  return null;
}

/** The same in words; null if the organizer can close the award. */
export function reasonInWords(facts: ClosingFacts): string | null {
  const key = reasonToStayOpen(facts);
  return key && textOf({ key });
}

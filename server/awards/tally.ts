/** Plain rules of the vote: no clock, no database. */

interface Named {
  readonly user: { readonly firstName: string; readonly lastName: string };
}

const fullName = ({ user }: Named) => `${user.firstName} ${user.lastName}`;
const byName = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/**
 * Ranks entries by their votes. Ties share a rank and the next one counts them all (1, 1, 3); equal ranks stand in order of
 * full name. Entries without votes are not ranked.
 */
export function ranked<E extends Named>(
  entries: readonly E[],
  votesOf: (entry: E) => number,
): (E & { readonly rank: number })[] {
  const sorted = entries
    .filter((entry) => votesOf(entry) > 0)
    .toSorted((a, b) => votesOf(b) - votesOf(a) || byName.compare(fullName(a), fullName(b)));
  let rank = 0;
  return sorted.map((entry, index) => {
    const before = sorted[index - 1];
    if (!before || votesOf(before) !== votesOf(entry)) rank = index + 1;
    return { ...entry, rank };
  });
}

/** What a trip's crew and their votes say about one award. */
export interface Ballots {
  readonly crew: readonly string[];
  /** Voter to nominee. */
  readonly votes: ReadonlyMap<string, string>;
  readonly isClosed: boolean;
  /** It was complete before: what is revealed stays so. */
  readonly wasComplete: boolean;
}

/** Complete: revealed once, or closed with a vote in it, or every one of a crew has voted. */
export function isComplete({ crew, votes, isClosed, wasComplete }: Ballots): boolean {
  if (wasComplete) return true;
  if (votes.size === 0) return false;
  return isClosed || crew.every((voter) => votes.has(voter));
}

/** The counts that may be shown: none before completion. */
export function countsOf(ballots: Ballots): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  if (!isComplete(ballots)) return counts;
  for (const nominee of ballots.votes.values()) counts.set(nominee, (counts.get(nominee) ?? 0) + 1);
  return counts;
}

/** What remains of an award when someone leaves the crew: the votes they cast and received are gone. */
export function without({ crew, votes, ...award }: Ballots, userId: string): Ballots {
  return {
    ...award,
    crew: crew.filter((id) => id !== userId),
    votes: new Map([...votes].filter(([voter, nominee]) => voter !== userId && nominee !== userId)),
  };
}

/** How far a vote is. Of a complete award, as many votes were needed as came in. */
export function progressOf(award: {
  votesReceived: number;
  crewCount: number;
  isComplete: boolean;
  isClosed: boolean;
}) {
  const { votesReceived, crewCount, isComplete: done, isClosed } = award;
  return { votesReceived, totalVotesNeeded: done ? votesReceived : crewCount, isComplete: done, isClosed };
}

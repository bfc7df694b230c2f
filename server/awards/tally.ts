/** The rules of voting, without clock or database. */

interface NamedEntry {
  readonly user: { readonly firstName: string; readonly lastName: string };
}

const fullName = ({ user }: NamedEntry) => `${user.firstName} ${user.lastName}`;
const byName = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/**
 * Ranks entries by votes. Ties share a rank, and the next ranks are skipped (1, 1, 3). Equal ranks are sorted by full name. Entries
 * without votes are left out.
 */
export function ranked<E extends NamedEntry>(
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

/** One award with the crew and its votes. */
export interface Ballots {
  readonly crew: readonly string[];
  /** Voter to nominee. */
  readonly votes: ReadonlyMap<string, string>;
  readonly isClosed: boolean;
  /** It was complete before; a revealed award stays complete. */
  readonly wasComplete: boolean;
}

/** True if it was complete before, is closed with a vote, or the whole crew has voted. */
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

/** The award after someone has left the crew: without the votes they cast and received. */
export function withoutMember({ crew, votes, ...award }: Ballots, userId: string): Ballots {
  return {
    ...award,
    crew: crew.filter((id) => id !== userId),
    votes: new Map([...votes].filter(([voter, nominee]) => voter !== userId && nominee !== userId)),
  };
}

/** The progress of an award. A complete award needed exactly the votes it received. */
export function progressOf(award: {
  votesReceived: number;
  crewCount: number;
  isComplete: boolean;
  isClosed: boolean;
}) {
  const { votesReceived, crewCount, isComplete: done, isClosed } = award;
  return { votesReceived, totalVotesNeeded: done ? votesReceived : crewCount, isComplete: done, isClosed };
}

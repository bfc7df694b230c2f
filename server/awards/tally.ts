// Decision 064: why a departure makes votes void, and why results stay as they are.
/** The rules of voting, without clock or database. */
import { formerCrewMember } from "#contract/former-crew-member.ts";
import { minVotersForCounts } from "#contract/nights.ts";

interface Nominee {
  readonly id: string;
  /** Null after the account was deleted. */
  readonly user: { readonly firstName: string; readonly lastName: string } | null;
}

/** A line of a leaderboard, before it has a rank. */
export interface Entry extends Nominee {
  readonly votes: number;
}

/** The place of a line in a leaderboard: most votes first, then by name. */
export interface Position {
  readonly votes: number;
  readonly name: string;
  readonly id: string;
}

let collator: Intl.Collator | undefined;
/** Made at the first use: the first object of Intl takes a starting process tens of milliseconds. */
const byName = (a: string, b: string) =>
  (collator ??= new Intl.Collator("en", { sensitivity: "base", numeric: true })).compare(a, b);

export const positionOf = ({ id, user, votes }: Entry): Position => ({
  id,
  votes,
  name: user ? `${user.firstName} ${user.lastName}` : formerCrewMember,
});

const inOrder = (a: Position, b: Position) => b.votes - a.votes || byName(a.name, b.name) || (a.id < b.id ? -1 : 1);

/**
 * Ranks entries by votes. Ties share a rank, and the next ranks are skipped (1, 1, 3). Equal ranks are sorted by full name. Entries
 * without votes are left out. `ahead` is the number of entries with more votes than any of these.
 */
export function ranked<E extends Entry>(entries: readonly E[], ahead = 0): (E & { readonly rank: number })[] {
  const sorted = entries
    .filter(({ votes }) => votes > 0)
    .map((entry) => ({ entry, position: positionOf(entry) }))
    .toSorted((a, b) => inOrder(a.position, b.position));
  let rank = ahead;
  return sorted.map(({ entry }, index) => {
    if (sorted[index - 1]?.entry.votes !== entry.votes) rank = ahead + index + 1;
    return { ...entry, rank };
  });
}

/** Whether an entry comes after a position. */
export const isAfter = (entry: Entry, position: Position): boolean => inOrder(position, positionOf(entry)) < 0;

/** One award with the crew and its ballots. */
export interface Ballots {
  readonly crew: readonly string[];
  /** Voter to nominee; a void ballot has none, and a skipped one has `skipped`. */
  readonly votes: ReadonlyMap<string, string | null>;
  readonly isClosed: boolean;
  /** A complete award keeps its ballots when the crew changes. */
  readonly isComplete: boolean;
  /** The trip has an Awards Night that is planned, or that has sealed the award and is not over. */
  readonly night?: "planned" | "sealed" | undefined;
  /** The people who have taken their own name off. */
  readonly declined: ReadonlySet<string>;
  /** Only the ranks are shown. */
  readonly hidesCounts?: boolean;
}

/** In place of the nominee of a skipped ballot. */
export const skipped = "skipped";

/** Completes the award if it is closed with a vote, or if the whole crew has voted. */
function settled(ballots: Ballots): Ballots {
  const { crew, votes, isClosed } = ballots;
  if (ballots.night) return ballots;
  const isComplete = ballots.isComplete || (votes.size > 0 && (isClosed || crew.every((voter) => votes.has(voter))));
  return { ...ballots, isComplete };
}

/** Whether a crew member may vote. Someone without a ballot in a complete award joined the crew later. */
export const mayStillVote = (award: { isClosed: boolean; isComplete: boolean }, hasVoted: boolean): boolean =>
  !award.isClosed && (!award.isComplete || hasVoted);

/** Whether the award takes this vote. */
export const takesVote = (ballots: Ballots, voter: string, nominee: string): boolean =>
  ballots.crew.includes(voter) &&
  ballots.crew.includes(nominee) &&
  !ballots.declined.has(nominee) &&
  mayStillVote(ballots, ballots.votes.has(voter));

/** Whether a crew member may take their own name off: before the results are out, and if somebody else can still be chosen. */
export const mayDecline = ({ crew, declined, isClosed, isComplete }: Ballots, userId: string): boolean =>
  crew.includes(userId) && !isClosed && !isComplete && crew.some((id) => id !== userId && !declined.has(id));

/** The award after somebody has taken their own name off: the votes they received become void. */
export const withoutName = ({ votes, declined, ...award }: Ballots, userId: string): Ballots => ({
  ...award,
  declined: new Set([...declined, userId]),
  votes: new Map([...votes].map(([voter, nominee]) => [voter, nominee === userId ? null : nominee])),
});

/** The award after a vote that it takes. */
export const withVote = (ballots: Ballots, voter: string, nominee: string): Ballots =>
  settled({ ...ballots, votes: new Map([...ballots.votes, [voter, nominee]]) });

/** The award after an organizer has closed it. */
export const closed = (ballots: Ballots): Ballots => settled({ ...ballots, isClosed: true });

/** The award after someone has joined the crew. */
export const withMember = ({ crew, ...award }: Ballots, userId: string): Ballots => ({
  ...award,
  crew: [...crew, userId],
});

/** The award after someone has left the crew. If it is open, the vote they cast goes and the votes they received become void. */
export function withoutMember({ crew, votes, ...award }: Ballots, userId: string): Ballots {
  const staying = { ...award, crew: crew.filter((id) => id !== userId) };
  if (award.isComplete || award.night === "sealed") return { ...staying, votes };
  const kept = [...votes].filter(([voter]) => voter !== userId);
  return settled({
    ...staying,
    votes: new Map(kept.map(([voter, nominee]) => [voter, nominee === userId ? null : nominee])),
  });
}

/** The award after its trip has planned a night. */
export const withNight = (ballots: Ballots): Ballots => ({ ...ballots, night: "planned" });

/** The award after a voter has skipped it. Only an open award of a planned night takes it. */
export const withSkip = (ballots: Ballots, voter: string): Ballots => withVote(ballots, voter, skipped);

/** The award after its night was called off: skips are gone. */
export const withoutNight = ({ votes, ...award }: Ballots): Ballots =>
  settled({ ...award, night: undefined, votes: new Map([...votes].filter(([, nominee]) => nominee !== skipped)) });

/** The award after its night has closed the vote. Few voters, or a night without counts, leave an open award its ranks alone. */
export const sealed = (ballots: Ballots, showsCounts: boolean): Ballots => ({
  ...ballots,
  night: "sealed",
  isClosed: true,
  hidesCounts: !ballots.isComplete && (!showsCounts || ballots.votes.size < minVotersForCounts),
});

/** The award after its night. */
export const published = (ballots: Ballots): Ballots => ({ ...ballots, night: undefined, isComplete: true });

/** The counts of a complete award. If it hides them, 1 stands for its last rank, 2 for the one above it, and so on. */
export function countsOf({ votes, isComplete, hidesCounts }: Ballots): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  if (!isComplete) return counts;
  for (const nominee of votes.values())
    if (nominee !== null && nominee !== skipped) counts.set(nominee, (counts.get(nominee) ?? 0) + 1);
  if (!hidesCounts) return counts;
  const places = [...new Set(counts.values())].toSorted((a, b) => a - b);
  return new Map([...counts].map(([nominee, count]) => [nominee, 1 + places.indexOf(count)]));
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

import { formerCrewMember } from "#contract/former-crew-member.ts";

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
 * Gives ranks to entries that are sorted by votes. Ties share a rank, and the next ranks are skipped (1, 1, 3). `ahead` is the number of
 * entries with more votes than any of these.
 */
export function withRanks<E extends { readonly votes: number }>(
  sorted: readonly E[],
  ahead = 0,
): (E & { readonly rank: number })[] {
  let rank = ahead;
  return sorted.map((entry, index) => {
    if (sorted[index - 1]?.votes !== entry.votes) rank = ahead + index + 1;
    return { ...entry, rank };
  });
}

/** Ranks entries by votes, equal ones in the order of their full names. Entries without votes are left out. */
export function ranked<E extends Entry>(entries: readonly E[], ahead = 0): (E & { readonly rank: number })[] {
  const sorted = entries
    .filter(({ votes }) => votes > 0)
    .map((entry) => ({ entry, position: positionOf(entry) }))
    .toSorted((a, b) => inOrder(a.position, b.position));
  return withRanks(
    sorted.map(({ entry }) => entry),
    ahead,
  );
}

/** Whether an entry comes after a position. */
export const isAfter = (entry: Entry, position: Position): boolean => inOrder(position, positionOf(entry)) < 0;

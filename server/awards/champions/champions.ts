// Decision 080: why awards have an ancestor, and what makes a champion.

/** Somebody who won an award on its last occasion. */
export interface Champion {
  readonly userId: string;
  /** How many times in a row they have won it. */
  readonly titles: number;
}

/**
 * The champions of an award: the winners of its last occasion, each with the number of occasions in a row that they won. `occasions` has
 * the ids of the winners of each occasion, latest first. An occasion without a winner is not one of them: nobody took the title there.
 */
export function championsOf(occasions: readonly (readonly string[])[]): Champion[] {
  return (occasions[0] ?? []).map((userId) => {
    const lost = occasions.findIndex((winners) => !winners.includes(userId));
    return { userId, titles: lost === -1 ? occasions.length : lost };
  });
}

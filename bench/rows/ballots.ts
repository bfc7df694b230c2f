import type { LoadRequest } from "../load/job.ts";
import { idOf, tokenOf } from "../seed/keys.ts";

export const members = 200;
export const awards = 10;

/** A vote: the numbers of its voter, award and nominee. */
export interface Ballot {
  readonly award: number;
  readonly voter: number;
  readonly nominee: number;
}

export const vote = ({ award, voter, nominee }: Ballot): LoadRequest => ({
  method: "POST",
  path: `/api/categories/${idOf("category", award)}/vote`,
  token: tokenOf(voter),
  body: JSON.stringify({ nomineeId: idOf("user", nominee) }),
});

export const upsert = ({ award, voter, nominee }: Ballot): LoadRequest => ({
  method: "POST",
  path: "/upsert",
  body: JSON.stringify({
    award: idOf("category", award),
    voter: idOf("user", voter),
    nominee: idOf("user", nominee),
  }),
});

/** The votes of all members in ten awards from `firstAward` on: first all votes in the first award, then in the second, and so on. */
export const crowd = (firstAward: number): Ballot[] =>
  Array.from({ length: members * awards }, (_, i) => ({
    award: firstAward + Math.floor(i / members),
    voter: 1 + (i % members),
    nominee: 1 + ((i * 7) % members),
  }));

/**
 * Returns a function for the `n`th of an endless series of votes, spread over the members and awards of `trips` trips. A voter who
 * returns to an award votes for another nominee, so that the database writes every vote.
 */
export const spreadOver = (trips: number) => {
  const allAwards = awards * trips;
  const pairs = members * allAwards;
  return (n: number): Ballot => {
    // A prime that does not divide the number of pairs, so each pair comes once per round.
    const pair = (n * 16_001) % pairs;
    const round = Math.floor(n / pairs);
    return {
      award: 1 + (pair % allAwards),
      voter: 1 + Math.floor(pair / allAwards),
      nominee: 1 + ((pair + round) % members),
    };
  };
};

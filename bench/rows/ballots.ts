import type { Sending } from "../load/job.ts";
import { idOf, tokenOf } from "../seed/keys.ts";

export const members = 200;
export const awards = 10;

/** A vote of voter, award and nominee, by their numbers. */
export interface Ballot {
  readonly award: number;
  readonly voter: number;
  readonly nominee: number;
}

export const vote = ({ award, voter, nominee }: Ballot): Sending => ({
  method: "POST",
  path: `/api/categories/${idOf("category", award)}/vote`,
  token: tokenOf(voter),
  body: JSON.stringify({ nomineeId: idOf("user", nominee) }),
});

export const upsert = ({ award, voter, nominee }: Ballot): Sending => ({
  method: "POST",
  path: "/upsert",
  body: JSON.stringify({
    award: idOf("category", award),
    voter: idOf("user", voter),
    nominee: idOf("user", nominee),
  }),
});

/** Everyone's votes in ten awards from `firstAward` on, in the order in which a crowd makes them: all in the first, then all in the second. */
export const crowd = (firstAward: number): Ballot[] =>
  Array.from({ length: members * awards }, (_, i) => ({
    award: firstAward + Math.floor(i / members),
    voter: 1 + (i % members),
    nominee: 1 + ((i * 7) % members),
  }));

/**
 * The `n`th of an endless row of votes, spread over the members and awards of `trips` trips; each time a pair comes round again the vote is another,
 * so that each one is written.
 */
export const spreadOver = (trips: number) => {
  const allAwards = awards * trips;
  const pairs = members * allAwards;
  return (n: number): Ballot => {
    // A prime that does not divide the number of pairs: each comes once a round.
    const pair = (n * 16_001) % pairs;
    const round = Math.floor(n / pairs);
    return {
      award: 1 + (pair % allAwards),
      voter: 1 + Math.floor(pair / allAwards),
      nominee: 1 + ((pair + round) % members),
    };
  };
};

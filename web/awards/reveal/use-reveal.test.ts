import { describe, expect, it } from "vitest";
import { wordsOf } from "./use-reveal.ts";

const award = { name: "Best Wipeout" };
const winner = (firstName: string, voteCount: number | null) => ({
  user: { id: firstName, firstName, lastName: "Berg", bio: null, profileImageUrl: null },
  voteCount,
  rank: 1,
});

describe("the result for screen readers", () => {
  it("names the winner and the number of votes", () => {
    expect(wordsOf(award, [winner("Jonas", 5)], false)).toBe("Best Wipeout goes to Jonas Berg, with 5 votes!");
    expect(wordsOf(award, [winner("Jonas", 1)], false)).toBe("Best Wipeout goes to Jonas Berg, with 1 vote!");
  });

  it("names all winners of a tie", () => {
    expect(wordsOf(award, [winner("Ana", 2), winner("Jonas", 2)], false)).toBe(
      "Best Wipeout goes to Ana Berg and Jonas Berg, with 2 votes each!",
    );
  });

  it("leaves out counts that a night hides", () => {
    expect(wordsOf(award, [winner("Ana", null), winner("Jonas", null)], false)).toBe(
      "Best Wipeout goes to Ana Berg and Jonas Berg!",
    );
  });

  it("refers to the leaderboard when the result did not load", () => {
    expect(wordsOf(award, [], true)).toBe("Best Wipeout is decided. The leaderboard has the result.");
    expect(wordsOf(undefined, [], true)).toBe("The award is decided. The leaderboard has the result.");
  });
});

import { describe, expect, test } from "vitest";
import { mayStillVote, progressOf } from "./ballots.ts";
import { reasonToStayOpen } from "./closing.ts";

describe("an award", () => {
  test.each([
    // Nobody closes the award of a crew of three.
    [3, 3, 3, 3, false],
    [4, 2, 4, 4, false],
    [3, 3, 4, 4, true],
    [3, 3, 6, 6, true],
    [3, 3, 7, 7, false],
    // People who came off the crew count.
    [3, 3, 4, 7, false],
    [100, 100, 200, 200, true],
  ])("with %i votes, %i of them settled, in a crew of %i of %i can be closed: %s", (...facts) => {
    const [votesReceived, settledVotes, crewCount, largestCrew, mayClose] = facts;
    expect(reasonToStayOpen({ votesReceived, settledVotes, crewCount, largestCrew }) === null).toBe(mayClose);
  });

  test("takes votes until it is closed, but once complete only of those who voted", () => {
    expect(mayStillVote({ isClosed: false, isComplete: false }, false)).toBe(true);
    expect(mayStillVote({ isClosed: false, isComplete: true }, true)).toBe(true);
    expect(mayStillVote({ isClosed: false, isComplete: true }, false)).toBe(false);
    expect(mayStillVote({ isClosed: true, isComplete: true }, true)).toBe(false);
  });

  test("needs a vote of each crew member, or if complete the votes received", () => {
    const open = {
      votesReceived: 2,
      crewCount: 5,
      isComplete: false,
      isClosed: false,
      hasNight: false,
      isUncounted: false,
      closedBy: null,
    };
    expect(progressOf(open).totalVotesNeeded).toBe(5);
    expect(progressOf({ ...open, isComplete: true }).totalVotesNeeded).toBe(2);
    const held = { ...open, votesReceived: 5 };
    expect([open, held, { ...held, hasNight: true }].map((one) => progressOf(one).isHeld)).toEqual([
      undefined,
      true,
      undefined,
    ]);
  });
});

import { describe, expect, it } from "vitest";
import type { BallotCategory } from "../queries.ts";
import { answeredWith } from "./use-vote.ts";

const award = (nomineeId: string | null, votesReceived: number, totalVotesNeeded = 6): BallotCategory => ({
  category: { id: "c", tripId: "t", name: "Best Wipeout", description: "", icon: "", color: "blue", order: 0 },
  progress: { votesReceived, totalVotesNeeded, isComplete: false, isClosed: false },
  nomineeId,
  isVoid: false,
  mayVote: true,
  reasonToStayOpen: null,
  champions: [],
  declined: [],
});

describe("the viewer's vote before the server answers", () => {
  it("a first vote adds to the count", () => {
    expect(answeredWith(award(null, 3), "jonas")).toMatchObject({
      nomineeId: "jonas",
      progress: { votesReceived: 4, totalVotesNeeded: 6 },
    });
  });

  it("a changed vote does not add to the count", () => {
    expect(answeredWith(award("ana", 3), "jonas")).toMatchObject({
      nomineeId: "jonas",
      progress: { votesReceived: 3 },
    });
  });

  it("a vote in place of a void one does not add to the count", () => {
    expect(answeredWith({ ...award(null, 3), isVoid: true }, "jonas")).toMatchObject({
      isVoid: false,
      progress: { votesReceived: 3 },
    });
  });

  it("a vote never reveals the award and never exceeds the votes needed", () => {
    const last = answeredWith(award(null, 5), "jonas");
    expect(last.progress).toMatchObject({ votesReceived: 6, isComplete: false });
    expect(answeredWith(award(null, 6), "jonas").progress.votesReceived).toBe(6);
  });
});

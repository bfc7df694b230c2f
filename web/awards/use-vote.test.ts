import { describe, expect, it } from "vitest";
import type { BallotCategory } from "./queries.ts";
import { votedFor } from "./use-vote.ts";

const award = (nomineeId: string | null, votesReceived: number, totalVotesNeeded = 6): BallotCategory => ({
  category: { id: "c", tripId: "t", name: "Best Wipeout", description: "", icon: "", color: "blue", order: 0 },
  progress: { votesReceived, totalVotesNeeded, isComplete: false, isClosed: false },
  nomineeId,
});

describe("one's own vote, before the server has answered", () => {
  it("counts when it is the first", () => {
    expect(votedFor(award(null, 3), "jonas")).toMatchObject({
      nomineeId: "jonas",
      progress: { votesReceived: 4, totalVotesNeeded: 6 },
    });
  });

  it("does not count again when it is changed", () => {
    expect(votedFor(award("ana", 3), "jonas")).toMatchObject({ nomineeId: "jonas", progress: { votesReceived: 3 } });
  });

  it("never reveals the award by itself, nor counts above what is needed", () => {
    const last = votedFor(award(null, 5), "jonas");
    expect(last.progress).toMatchObject({ votesReceived: 6, isComplete: false });
    expect(votedFor(award(null, 6), "jonas").progress.votesReceived).toBe(6);
  });
});

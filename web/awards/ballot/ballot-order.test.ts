import { expect, test } from "vitest";
import { ballotOrder, inOrder } from "./ballot-order.ts";
import type { BallotCategory } from "../queries.ts";

const award = (
  id: string,
  { isComplete = false, ...mine }: Partial<BallotCategory> & { isComplete?: boolean } = {},
): BallotCategory => ({
  category: { id, tripId: "trip", name: id, description: "", icon: "", color: "", order: 0 },
  progress: { votesReceived: 1, totalVotesNeeded: 3, isComplete, isClosed: false },
  nomineeId: null,
  isVoid: false,
  mayVote: true,
  reasonToStayOpen: null,
  champions: [],
  declined: [],
  ...mine,
});

test("awards to vote on come first, then answered ones, then complete ones", () => {
  const ballot = [
    award("complete", { isComplete: true }),
    award("voted", { nomineeId: "bo" }),
    award("open"),
    award("skipped", { isSkipped: true }),
    award("void", { isVoid: true, isSkipped: true }),
    award("complete and mine", { isComplete: true, nomineeId: "bo" }),
  ];
  expect(ballotOrder(ballot)).toEqual(["open", "void", "voted", "skipped", "complete", "complete and mine"]);
});

test("whoever cannot vote sees the open awards first", () => {
  const ballot = [award("complete", { isComplete: true, mayVote: false }), award("open", { mayVote: false })];
  expect(ballotOrder(ballot)).toEqual(["open", "complete"]);
});

test("a vote moves nothing, a new award comes last, a deleted one is gone", () => {
  const order = ballotOrder([award("open"), award("next"), award("gone")]);
  const later = [award("new"), award("next"), award("open", { nomineeId: "bo" })];
  expect(inOrder(later, order).map(({ category }) => category.id)).toEqual(["open", "next", "new"]);
});

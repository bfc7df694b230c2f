import type { BallotCategory } from "../queries.ts";

/** Whether the viewer has yet to answer an open award, or to choose again because their vote became void. */
export const isToVoteOn = ({ mayVote, nomineeId, isVoid, isSkipped, progress }: BallotCategory): boolean =>
  mayVote && nomineeId === null && (isVoid || !isSkipped) && !progress.isComplete;

/** The ids of awards in the order of a ballot: those to vote on, then the others that are open, then the complete ones. */
export function ballotOrder(categories: readonly BallotCategory[]): readonly string[] {
  const groupOf = (one: BallotCategory) => (isToVoteOn(one) ? 0 : one.progress.isComplete ? 2 : 1);
  return categories.toSorted((a, b) => groupOf(a) - groupOf(b)).map(({ category }) => category.id);
}

/** The awards in an order that was made before. Those that it lacks stand at the end. */
export const inOrder = (categories: readonly BallotCategory[], order: readonly string[]): readonly BallotCategory[] => [
  ...order.flatMap((id) => categories.find(({ category }) => category.id === id) ?? []),
  ...categories.filter(({ category }) => !order.includes(category.id)),
];

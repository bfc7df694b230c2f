import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, api } from "../core/api.ts";
import { toast } from "../ui/toast.ts";
import { type Ballot, type BallotCategory, ballotQuery, refreshAwards } from "./queries.ts";

export interface Vote {
  readonly categoryId: string;
  readonly nomineeId: string;
}

/** The key of a trip's votes under way. */
export const voteKey = (tripId: string) => ["vote", tripId] as const;

/** Casts or changes a vote. The page shows the vote at once and undoes it if the call fails. */
export function useVote(tripId: string) {
  const client = useQueryClient();
  const { queryKey } = ballotQuery(tripId);
  const change = (categoryId: string, to: (one: BallotCategory) => BallotCategory) =>
    client.setQueryData(queryKey, (ballot) => ballot && withCategory(ballot, categoryId, to));
  return useMutation({
    mutationKey: voteKey(tripId),
    mutationFn: ({ categoryId, nomineeId }: Vote) =>
      api("POST /api/categories/:id/vote", { params: { id: categoryId }, body: { nomineeId } }),
    onMutate: async ({ categoryId, nomineeId }) => {
      await client.cancelQueries({ queryKey, exact: true });
      const before = client.getQueryData(queryKey)?.categories.find(({ category }) => category.id === categoryId);
      change(categoryId, (one) => votedFor(one, nomineeId));
      return before;
    },
    onError: (error, { categoryId }, before) => {
      if (before) change(categoryId, () => before);
      if (error instanceof ApiError && error.code === "not_signed_in") return;
      toast({
        title: "Failed to cast vote",
        text: error instanceof ApiError ? error.message : "Please try again",
        look: "danger",
      });
    },
    onSuccess: ({ nomineeId, progress }, { categoryId }) =>
      change(categoryId, (one) => ({ ...one, nomineeId, isVoid: false, progress })),
    onSettled: () => refreshAwards(client, tripId),
  });
}

/** The category after the viewer's vote. Only the server decides whether it is complete. */
export function votedFor(one: BallotCategory, nomineeId: string): BallotCategory {
  const { votesReceived, totalVotesNeeded } = one.progress;
  // A void vote is counted already.
  const isFirst = one.nomineeId === null && !one.isVoid;
  return {
    ...one,
    nomineeId,
    isVoid: false,
    progress: {
      ...one.progress,
      votesReceived: isFirst ? Math.min(votesReceived + 1, Math.max(votesReceived, totalVotesNeeded)) : votesReceived,
    },
  };
}

const withCategory = (ballot: Ballot, id: string, to: (one: BallotCategory) => BallotCategory): Ballot => ({
  ...ballot,
  categories: ballot.categories.map((one) => (one.category.id === id ? to(one) : one)),
});

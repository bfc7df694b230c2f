import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "../../core/api.ts";
import { untilLoaded } from "../../ui/near.tsx";
import { toast } from "../../ui/toast.ts";
import { type Ballot, type BallotCategory, ballotQuery, refreshAwards } from "../queries.ts";

export interface Vote {
  readonly categoryId: string;
  /** Null skips the award, which only a planned night allows. */
  readonly nomineeId: string | null;
  /** The name of the award. */
  readonly award: string;
}

/** The first view does without it. It is here before a press, and before the connection goes. */
const loadOutbox = () => import("../../core/outbox/call-or-keep.ts");

/** The key of a trip's votes under way. */
export const voteKey = (tripId: string) => ["vote", tripId] as const;

/** Casts or changes a vote, or skips an award. The page shows the vote at once and undoes it if the call fails. */
export function useVote(tripId: string) {
  const client = useQueryClient();
  const { queryKey } = ballotQuery(tripId);
  const change = (categoryId: string, to: (one: BallotCategory) => BallotCategory) =>
    client.setQueryData(queryKey, (ballot) => ballot && withCategory(ballot, categoryId, to));
  useEffect(() => void untilLoaded(loadOutbox).then(({ readyOutbox }) => readyOutbox()), []);
  return useMutation({
    mutationKey: voteKey(tripId),
    // Without an answer it waits for a connection, and the page shows it as cast.
    mutationFn: async ({ categoryId: of, nomineeId, award }: Vote) => {
      const { callOrKeep } = await loadOutbox();
      const about = `Your ${nomineeId === null ? "skip of" : "vote for"} ${award}`;
      if (nomineeId !== null) return callOrKeep("POST /api/categories/:id/vote", { of, body: { nomineeId }, about });
      return (await callOrKeep("POST /api/categories/:id/skip", { of, body: {}, about })) && null;
    },
    onMutate: async ({ categoryId, nomineeId }) => {
      await client.cancelQueries({ queryKey, exact: true });
      const before = client.getQueryData(queryKey)?.categories.find(({ category }) => category.id === categoryId);
      change(categoryId, (one) => answeredWith(one, nomineeId));
      return before;
    },
    onError: (error, { categoryId, nomineeId }, before) => {
      if (before) change(categoryId, () => before);
      toast({
        title: nomineeId === null ? "Failed to skip the award" : "Failed to cast vote",
        text: error instanceof ApiError ? error.message : "Please try again",
        look: "danger",
      });
    },
    onSuccess: (cast, { categoryId }) => {
      if (cast) change(categoryId, (one) => ({ ...answeredWith(one, cast.nomineeId), progress: cast.progress }));
    },
    // What waits is not on the server yet.
    onSettled: (cast, error) => (cast === undefined && !error ? undefined : refreshAwards(client, tripId)),
  });
}

/** The category after the viewer's vote, or after a skip. Only the server decides whether it is complete. */
export function answeredWith(one: BallotCategory, nomineeId: string | null): BallotCategory {
  const { votesReceived, totalVotesNeeded } = one.progress;
  // A void ballot is counted already.
  const isFirst = one.nomineeId === null && !one.isVoid && !one.isSkipped;
  return {
    ...one,
    nomineeId,
    isVoid: false,
    isSkipped: nomineeId === null ? true : undefined,
    progress: {
      ...one.progress,
      votesReceived: isFirst ? Math.min(votesReceived + 1, Math.max(votesReceived, totalVotesNeeded)) : votesReceived,
    },
  };
}

export const withCategory = (ballot: Ballot, id: string, to: (one: BallotCategory) => BallotCategory): Ballot => ({
  ...ballot,
  categories: ballot.categories.map((one) => (one.category.id === id ? to(one) : one)),
});

import { useIsMutating } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Ballot } from "../queries.ts";
import { useReveals } from "../reveal/use-reveals.ts";
import { isToVoteOn } from "./ballot-order.ts";
import { voteKey } from "./use-vote.ts";

/**
 * The results that wait sealed on a ballot, so that no reveal interrupts it: they show as one series once the viewer's last vote is in,
 * or when `play` is called.
 */
export function useSealed({ trip, categories }: Ballot) {
  const isCasting = useIsMutating({ mutationKey: voteKey(trip.id) }) > 0;
  const isVoting = isCasting || categories.some(isToVoteOn);
  const { awaited, wait, play, dialog } = useReveals(trip.id, isVoting);
  // A night has shown the results of the awards whose choices it destroyed.
  const sealed = categories
    .filter(
      ({ category, progress, isSealed: areChoicesDestroyed }) =>
        progress.isComplete && !areChoicesDestroyed && awaited.has(category.id),
    )
    .map(({ category }) => ({ tripId: trip.id, categoryId: category.id }));

  // Hints get lost while a phone sleeps. So a voter awaits each open award from the moment they see it.
  useEffect(
    () =>
      wait(
        categories
          .filter(({ mayVote, progress }) => mayVote && !progress.isComplete)
          .map(({ category }) => category.id),
      ),
    [categories, wait],
  );
  const wasVoting = useRef(isVoting);
  useEffect(() => {
    if (wasVoting.current && !isVoting && sealed.length > 0) play(sealed);
    wasVoting.current = isVoting;
  });
  return { sealed, play: () => play(sealed), dialog };
}

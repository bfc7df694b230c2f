import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { LeaderboardEntry } from "#contract/awards.ts";
import type { Category } from "#contract/categories.ts";
import { listed } from "#contract/locale.ts";
import { api } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";
import { throwConfetti } from "../../ui/confetti/throw-confetti.ts";
import { countWords } from "../count-words.ts";
import { nomineeName } from "../nominee.tsx";
import { type Reveal, categoriesQuery } from "../queries.ts";

/** Length of the drum roll, in milliseconds. */
const revealDrumMs = 1800;
/** Milliseconds until the card has turned half way and shows the winner. */
const halfTurnMs = 350;

/** A reveal: the award, its winners, and whether the card has turned. */
export function useReveal({ tripId, categoryId }: Reveal) {
  const categories = useQuery(categoriesQuery(tripId));
  const board = useQuery({
    // A key of its own, because a cached leaderboard may be from before the reveal.
    queryKey: [...keys.trip(tripId), "reveal", categoryId],
    queryFn: ({ signal }) =>
      api("GET /api/categories/:id/leaderboard", { params: { id: categoryId }, query: { limit: 10 }, signal }),
    gcTime: 0,
  });
  const [hasRolled, setRolled] = useState(false);
  useEffect(() => {
    const roll = setTimeout(() => setRolled(true), revealDrumMs);
    return () => clearTimeout(roll);
  }, []);

  const hasFailed = board.isError;
  const isOut = hasRolled && (board.isSuccess || hasFailed) && !categories.isPending;
  const winners = board.data?.filter(({ rank }) => rank === 1) ?? [];
  const isWon = isOut && winners.length > 0;
  useEffect(() => {
    if (!isWon) return undefined;
    const turn = setTimeout(() => void throwConfetti(), halfTurnMs);
    return () => clearTimeout(turn);
  }, [isWon]);

  const category = categories.data?.find(({ id }) => id === categoryId);
  return { category, winners, isOut, hasFailed };
}

/** The result as a sentence for screen readers. */
export function wordsOf(
  category: Pick<Category, "name"> | undefined,
  winners: readonly LeaderboardEntry[],
  hasFailed: boolean,
): string {
  const name = category?.name ?? "The award";
  const votes = countWords(winners[0]?.voteCount ?? null, winners.length);
  if (hasFailed || winners.length === 0) return `${name} is decided. The leaderboard has the result.`;
  const names = listed(winners.map(({ user }) => nomineeName(user)));
  return votes === null ? `${name} goes to ${names}!` : `${name} goes to ${names}, with ${votes}!`;
}

import { type Place, sceneOf } from "./scenes.ts";

/** A grid has at most three columns, so the cards beside and above a card are among the three before it. */
const columns = 3;

/**
 * Chooses the drawings of cards in a grid that follow the cards with the drawings `before`. Neighbours get different drawings. Cards keep
 * their drawings when more cards follow.
 */
export function dealScenes(cards: readonly Place[], before: readonly string[] = []): string[] {
  const dealt = [...before];
  for (const card of cards) dealt.push(sceneOf(card, dealt.slice(-columns)));
  return dealt.slice(before.length);
}

import { type Place, sceneOf } from "./scenes.ts";

/** A grid has at most three columns, so the cards beside and above a card are among the three before it. */
const columns = 3;

/**
 * The drawings of cards in a grid, after those of `before`. No card has the drawing of a neighbour, and a list that grows at its end keeps
 * the drawings it has.
 */
export function dealScenes(cards: readonly Place[], before: readonly string[] = []): string[] {
  const dealt = [...before];
  for (const card of cards) dealt.push(sceneOf(card, dealt.slice(-columns)));
  return dealt.slice(before.length);
}

import type { CSSProperties } from "react";
import type { NightCard } from "#contract/nights.ts";

/** The drum rolls this long on a winner's card before the winner comes out. `show.css` has it too. */
export const showDrumMs = 1100;

/** Whether a card begins with a drum roll. */
export const hasDrum = (card: NightCard): boolean => card.kind === "best" || (card.kind === "place" && card.rank === 1);

/** Starts the animation of an element this many milliseconds after its card begins. */
export const at = (ms: number, rest: CSSProperties = {}): CSSProperties =>
  ({ "--at": `${ms}ms`, ...rest }) as CSSProperties;

/** Scales the type of a title, from 1 for a short one, so that its longest word fits into one line if it can. */
export function fit(text: string): CSSProperties {
  const longest = Math.max(1, ...text.split(/\s+/).map((word) => word.length));
  const scale = Math.min(1, 11 / longest, Math.sqrt(26 / Math.max(1, text.length)));
  return { "--fit": Math.max(0.26, scale).toFixed(3) } as CSSProperties;
}

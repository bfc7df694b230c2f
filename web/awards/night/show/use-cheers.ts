import { useEffect } from "react";
import { type NightCard, type Reaction, reactions } from "#contract/nights.ts";
import type { Showing } from "./card-player.tsx";
import { hasDrum, showDrumMs } from "./timing.ts";

/** When the first emoji rises after a card begins, and how long each further one comes after it. In milliseconds. */
const firstMs = 700;
const stepMs = 450;

/** How loud a card is, and how many emoji that is. The winner comes out after the drum. */
const moods = {
  winner: { count: 7, from: firstMs + showDrumMs },
  end: { count: 7, from: firstMs },
  calm: { count: 3, from: firstMs },
} as const;
type Mood = keyof typeof moods;

const moodOf = (card: NightCard): Mood => (hasDrum(card) ? "winner" : card.kind === "final" ? "end" : "calm");

/** The emoji with which invented people react to the card at `position`, and when each rises after the card begins, in milliseconds. */
export function cheersFor(position: number, mood: Mood) {
  const { count, from } = moods[mood];
  return Array.from({ length: count }, (_, i) => ({
    emoji: reactions[(position * 2 + i) % reactions.length]!,
    afterMs: from + i * stepMs,
  }));
}

/** Lets the invented people of the example react to each card, on this screen alone. Nothing is sent or kept. */
export function useCheers(isOn: boolean, showing: Showing, now: () => number, float: (emoji: Reaction) => void): void {
  const { position, cardAt, card } = showing;
  const mood = moodOf(card);
  useEffect(() => {
    if (!isOn) return undefined;
    const timers = cheersFor(position, mood).map(({ emoji, afterMs }) =>
      window.setTimeout(() => float(emoji), Math.max(0, cardAt + afterMs - now())),
    );
    return () => timers.forEach((timer) => clearTimeout(timer));
  }, [isOn, position, mood, cardAt, now, float]);
}

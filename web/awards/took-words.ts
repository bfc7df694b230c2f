import { listed } from "#contract/locale.ts";
import type { NightWinner } from "#contract/trips.ts";
import { numberWord } from "./count-words.ts";

/** How many names of a tie the words have at most. */
const maxNames = 3;

/** Whose night it was: "Emil took three", or "Ana and Bo took two each". */
export function tookWords(winners: readonly NightWinner[]): string {
  const [best] = winners;
  if (!best) return "Awards Night is over";
  const more = winners.length - maxNames;
  const names = winners.slice(0, maxNames).map(({ user }) => user.firstName);
  const all = more > 0 ? [...names, `${more} more`] : names;
  const each = winners.length > 1 ? " each" : "";
  return `${listed(all)} took ${numberWord(best.golds)}${each}`;
}

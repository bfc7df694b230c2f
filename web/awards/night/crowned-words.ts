import { plural } from "#contract/locale.ts";
import { numberWord } from "../count-words.ts";

/** What the plan of a night says about `count` awards whose results are out already; null if there are none. */
export function crownedWords(count: number): string | null {
  if (count === 0) return null;
  const word = numberWord(count);
  const number = word.charAt(0).toUpperCase() + word.slice(1);
  return plural(count, {
    one: `${number} is out already. It gets one card.`,
    other: `${number} are out already. They get one card.`,
  });
}

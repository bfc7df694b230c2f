import { formatCount, plural } from "#contract/locale.ts";

const inWords = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** Says before a night is planned that so many awards are out already; null if none is. */
export function crownedWords(count: number): string | null {
  if (count === 0) return null;
  const number = inWords[count] ?? formatCount(count);
  return plural(count, {
    one: `${number} is out already. It gets one card.`,
    other: `${number} are out already. They get one card.`,
  });
}

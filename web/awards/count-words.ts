import { formatCount, plural } from "#contract/locale.ts";

/** Returns "3 votes", or "3 votes each" for several winners. Null if the award hides its counts. */
export function countWords(count: number | null, winners = 1): string | null {
  if (count === null) return null;
  return winners > 1
    ? plural(count, { one: `${count} vote each`, other: `${count} votes each` })
    : plural(count, { one: `${count} vote`, other: `${count} votes` });
}

const words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** "three" for 3; figures above ten. */
export const numberWord = (number: number): string => words[number] ?? formatCount(number);

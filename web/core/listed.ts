// Written by hand, as `calendar.ts` is.

/** Words as a sentence lists them: "Ana, Jonas and Rosa". */
export const listed = (words: readonly string[]): string =>
  [words.slice(0, -1).join(", "), ...words.slice(-1)].filter((part) => part !== "").join(" and ");

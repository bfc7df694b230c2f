/** A count of votes in words, for each of so many winners; null where a night shows ranks alone. */
export const countWords = (count: number | null, winners = 1): string | null =>
  count === null ? null : `${count} ${count === 1 ? "vote" : "votes"}${winners > 1 ? " each" : ""}`;

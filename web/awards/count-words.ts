/** Returns "3 votes", or "3 votes each" for several winners. Null if the award hides its counts. */
export const countWords = (count: number | null, winners = 1): string | null =>
  count === null ? null : `${count} ${count === 1 ? "vote" : "votes"}${winners > 1 ? " each" : ""}`;

/** The columns for a number of cards, so that few cards still fill the width. */
export const cardGrid = (count: number): string =>
  `grid gap-5 ${count === 1 ? "" : count === 2 ? "sm:grid-cols-2" : "sm:grid-cols-2 lg:grid-cols-3"}`;

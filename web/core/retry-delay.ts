const delaysSeconds = [0, 1, 3, 5, 10, 20, 30] as const;

/**
 * Milliseconds to wait before the next try, after `tries` earlier retries: first none, then 1 to 30 seconds, and up to a quarter more,
 * so that the browsers do not all return at the same moment.
 */
export const retryDelay = (tries: number, random = Math.random()): number =>
  Math.round((delaysSeconds[tries] ?? 30) * 1000 * (1 + random / 4));
